"""Why something is not possible, in plain words: a sentence for each rule that can forbid an action, and a word or two for
those that can keep a card from being played."""

from ...words import phrase

REASONS = {
    "MJ-4": phrase("You don't have this card."),
    "MJ-6": phrase("One of your cards can move a marble, so you can't just discard."),
    "MJ-8": phrase("This card can't be split: one marble moves the whole number."),
    "MJ-9": phrase("You move only your own marbles until all of them are home."),
    "MJ-10": phrase("All marbles of this colour are home already."),
    "MJ-12": phrase("The marbles in the start ring are all alike. Choose the marked one."),
    "MJ-13": phrase("Your own marble is on the start position. Move it away first."),
    "MJ-14": phrase("To bring a marble out you need an Ace, Jack, Queen, King or Joker."),
    "MJ-17": phrase("You can't land on your own marble."),
    "MJ-18": phrase("You can't pass your own marble."),
    "MJ-20": phrase("That is too far: your marble can't go past its home and round again."),
    "MJ-25": phrase("That is too far: you need the exact number to come home."),
    "MJ-26": phrase("A marble in the home slot is safe. It can't be hit and never moves back."),
    "MJ-27": phrase("The two parts of a 7 must be moved forward by two different marbles."),
    "MJ-29": phrase("With a split 9 one marble goes forward and another one back."),
    "MJ-30": phrase("After that no other marble could move the rest of the card."),
    "MJ-31": phrase("A Joker moves a marble to another player's marble on the track, not in a start ring or home slot."),
    "MJ-32": phrase("A Joker needs another player's marble on the track to jump onto."),
    "MJ-34": phrase("A Joker can't jump onto your own marble."),
    "MJ-43": phrase("Your teammate already has a marble on the home space, so you can't push another one there."),
    "MJ-44": phrase("The marble that would be pushed on can't make room."),
    "MJ-49": phrase("The rest of this card can't go to a teammate in the turn that brings your last marble home."),
    "MJ-57": phrase("You help the nearest teammate on your left first."),
    "MJ-58": phrase("You can't push a marble onto a home space that is taken."),
}

# On a card, in lines of seven letters.
ON_CARDS = {
    "MJ-13": phrase("start taken"), "MJ-14": phrase("all in start"), "MJ-17": phrase("blocked"), "MJ-18": phrase("blocked"),
    "MJ-20": phrase("too far"), "MJ-25": phrase("too far"), "MJ-26": phrase("never back"), "MJ-32": phrase("nobody there"),
    "MJ-43": phrase("blocked"), "MJ-44": phrase("blocked"), "MJ-58": phrase("blocked"),
}
