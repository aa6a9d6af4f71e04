"""One warm-up, then RUNS runs of about SECONDS each; a line of JSON for each run. chunk() plays some whole games (or
simulations) and returns (games, moves). Used by our scripts and, in environments of their own, by the peers'."""
import json
import time


def timed(chunk, seconds, runs, warm=0.5, **extra):
    for run in range(-1, runs):
        games = moves = 0
        begun, cpu = time.perf_counter(), time.process_time()
        while True:
            g, m = chunk()
            games += g
            moves += m
            spent = time.perf_counter() - begun
            if spent >= (warm if run < 0 else seconds):
                break
        if run >= 0:
            print(json.dumps({"games": int(games), "moves": int(moves), "seconds": round(spent, 4),
                              "cpu": round(time.process_time() - cpu, 4), **extra}), flush=True)
