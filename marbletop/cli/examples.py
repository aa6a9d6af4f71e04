"""Examples that `--help` shows under each command. tests/test_cli.py checks that the command takes them."""

EXAMPLES = {
    "games": ("marbletop games", "marbletop games marbleous", "marbletop games marbleous --template"),
    "simulate": ("marbletop simulate connect_four --games 100000", "marbletop simulate marbleous --seats 3 --tally",
                 "marbletop simulate marabunta --games 10000000 --ray 10.0.0.1:6379"),
    "duel": ("marbletop duel marabunta strong casual --games 20", "marbletop duel connect_four steady greedy --until-decided",
             "marbletop duel marabunta search#2000 greedy --games 1000 --ray auto"),
    "train": ("marbletop train marbles_and_jokers --seats 2", "marbletop train marbleous --option advanced=yes --games 50000"),
    "bot-program": ("marbletop bot-program strong",),
    "play": ("marbletop play", "marbletop play marbles_and_jokers --seats 4 --level strong"),
    "replay": ("marbletop replay game.json --boards",),
    "review": ("marbletop review game.json", "marbletop review game.json --seconds 60 --html review.html"),
    "verify": ("marbletop verify game.json",),
    "prepare": ("marbletop prepare", "marbletop prepare marabunta"),
    "bench": ("marbletop bench connect_four --seconds 3",),
    "serve": ("marbletop serve", "marbletop serve --lan", "marbletop serve --port 9000 --data tables --no-browser"),
    "workers": ("marbletop workers --count 4 --database postgresql://tables.example.org/marbletop",),
    "backup": ("marbletop backup tables.sqlite",),
    "restore": ("marbletop restore tables.sqlite",),
    "words": ("marbletop words de", "marbletop words fr --write"),
}


def epilog_of(command: str) -> str:
    """The examples of a command, as Typer wants paragraphs."""
    return "\n\n".join(("For example:", *EXAMPLES.get(command, ())))
