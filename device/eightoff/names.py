"""Names that may become part of a file name, or of a frame."""

PACK_MAX = 24  # letters of a pack's name on a board
VARIANT_MAX = 20


def valid(name, longest=PACK_MAX):
    """Return whether `name` may name a pack or a variant: [a-z0-9-], 1 to `longest` letters."""
    for letter in name:
        if not ("a" <= letter <= "z" or "0" <= letter <= "9" or letter == "-"):
            return False
    return 1 <= len(name) <= longest
