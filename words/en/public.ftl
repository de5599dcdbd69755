### What the public sees: an audience, and players’ friends. Nothing of this is for an arbiter.

public-title = { $hall }: games
public-delay = { $minutes ->
    [0] Shown at once.
    [one] Shown { $minutes } minute later than played.
   *[other] Shown { $minutes } minutes later than played.
}
public-empty = No game can be shown yet.
public-table = Table { $table }
public-games = All games as one file
public-moves = Moves
