"""Pgx on the CPU.  usage: peer_pgx.py GAME BATCH MODE SECONDS RUNS
MODE: step  one jitted, vmapped, auto-resetting step per Python call
      scan  500 such steps inside one jitted lax.scan (no Python in between)"""
import os
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
import sys
import time
import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset
from timing import timed

name, batch, mode, secs, runs = sys.argv[1], int(sys.argv[2]), sys.argv[3], float(sys.argv[4]), int(sys.argv[5])
env = pgx.make(name)
step = auto_reset(env.step, env.init)


def advance(state, key):
    k1, k2 = jax.random.split(key)
    logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
    action = jax.random.categorical(k1, logits, axis=-1)
    state = jax.vmap(step)(state, action, jax.random.split(k2, batch))
    return state, state.terminated.sum()


if mode == "step":
    one = jax.jit(lambda s, k: advance(s, k))
    inner = 20
else:
    inner = max(20, 200000 // batch if name == "connect_four" else 20000 // batch)

    @jax.jit
    def one(s, k):
        s, ends = jax.lax.scan(advance, s, jax.random.split(k, inner))
        return s, ends.sum()

key = jax.random.PRNGKey(0)
state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
t = time.perf_counter()
key, k = jax.random.split(key)
state, e = one(state, k)
e.block_until_ready()
compile_s = round(time.perf_counter() - t, 2)


def chunk():
    global state, key
    if mode == "scan":
        key, k = jax.random.split(key)
        state, e = one(state, k)
        return int(e), inner * batch
    key, k = jax.random.split(key)
    ks = list(jax.random.split(k, inner))
    tot = 0
    for k in ks:
        state, e = one(state, k)
        tot += e
    return int(tot), inner * batch


timed(chunk, secs, runs, warm=1.0, compile_seconds=compile_s)
