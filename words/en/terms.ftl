### Words that the sentences are made of.
### `$number` and `$count` are given as ordinal numbers, `$side` as white, black or none,
### `$piece` as a lower-case FEN letter or none; `$several` is one or more, of articles.

side = { $side ->
    [white] White
    [black] Black
   *[none] the players
}
    .gen = { $side ->
    [white] White’s
    [black] Black’s
   *[none] a player’s
}
    .other = { $side ->
    [white] Black
    [black] White
   *[none] the opponent
}

piece = { $piece ->
    [p] pawn
    [n] knight
    [b] bishop
    [r] rook
    [q] queen
    [k] king
   *[none] piece
}

ordinal = { $number ->
    [one] { $number }st
    [two] { $number }nd
    [few] { $number }rd
   *[other] { $number }th
}
times = { $count ->
    [one] { $count }st
    [two] { $count }nd
    [few] { $count }rd
   *[other] { $count }th
}

## Articles and editions

article = { $several ->
    [more] Articles
   *[one] Article
} { $article }
article-penalty = { article }, penalty { $penalty }
article-borrowed = { $article } ({ edition })
article-none = No article

edition = { $rules ->
    [ru-2009] Russian rules, edition of 2009
    [ru-2018] Russian rules, edition of 2018
    [fide-2005] FIDE Laws, edition of 2005
    [fide-2023] FIDE Laws, edition of 2023
   *[other] { $rules }
}

play = { $play ->
    [rapid] rapid
    [blitz] blitz
   *[standard] standard
}
supervision = { supervision-article }: { $supervision ->
    [limited] Competitive Rules do not apply
   *[full] Competitive Rules apply
}
supervision-article = { $supervision ->
    [limited] { $rules ->
        [ru-2018] 13.4
       *[other] { $play ->
            [blitz] B.3
           *[rapid] A.5
        }
    }
   *[full] { $rules ->
        [ru-2018] 13.3
       *[other] { $play ->
            [blitz] B.2
           *[rapid] A.4
        }
    }
}
time-control-none = untimed
