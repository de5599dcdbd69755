/** Old and famous games that the mock plays, as move text. */
export const GAMES: readonly { white: string; black: string; moves: string }[] = [
  {
    white: "Anderssen, Adolf",
    black: "Kieseritzky, Lionel",
    moves:
      "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
  },
  {
    white: "Morphy, Paul",
    black: "Duke Karl; Count Isouard",
    moves:
      "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
  },
  {
    white: "Philidor, François-André",
    black: "Count Brühl",
    moves:
      "e4 e5 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb6 Nc3 O-O Nge2 c6 Bd3 d5 e5 Ne8 Be3 f6 Qd2 fxe5 dxe5 Be6 Nf4 Qe7 Bxb6 axb6 O-O Nd7 Nxe6 Qxe6 f4 Nc7 Rae1 g6 h3 d4 Ne4 h6 b3 b5 g4 Nd5 Ng3 Ne3 Rxe3 dxe3 Qxe3 Rxa2 Re1 Qxb3 Qe4 Qe6 f5 gxf5 gxf5 Qd5 Qxd5+ cxd5 Bxb5 Nb6 f6 Rb2 Bd3 Kf7 Bf5 Nc4 Nh5 Rg8+ Bg4 Nd2 e6+ Kg6 f7 Rf8 Nf4+ Kg7 Bh5",
  },
  {
    white: "Rotlewi, Georg",
    black: "Rubinstein, Akiba",
    moves:
      "d4 d5 Nf3 e6 e3 c5 c4 Nc6 Nc3 Nf6 dxc5 Bxc5 a3 a6 b4 Bd6 Bb2 O-O Qd2 Qe7 Bd3 dxc4 Bxc4 b5 Bd3 Rd8 Qe2 Bb7 O-O Ne5 Nxe5 Bxe5 f4 Bc7 e4 Rac8 e5 Bb6+ Kh1 Ng4 Be4 Qh4 g3 Rxc3 gxh4 Rd2 Qxd2 Bxe4+ Qg2 Rh3",
  },
  {
    white: "Capablanca, José Raúl",
    black: "Marshall, Frank James",
    moves:
      "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5 Nxd5 Nxe5 Nxe5 Rxe5 Nf6 Re1 Bd6 h3 Ng4 Qf3 Qh4 d4 Nxf2 Re2 Bg4 hxg4 Bh2+ Kf1 Bg3 Rxf2 Qh1+ Ke2 Bxf2 Bd2 Bh4 Qh3 Rae8+ Kd3 Qf1+ Kc2",
  },
  {
    white: "Lasker, Edward",
    black: "Thomas, George Alan",
    moves:
      "d4 e6 Nf3 f5 Nc3 Nf6 Bg5 Be7 Bxf6 Bxf6 e4 fxe4 Nxe4 b6 Ne5 O-O Bd3 Bb7 Qh5 Qe7 Qxh7+ Kxh7 Nxf6+ Kh6 Neg4+ Kg5 h4+ Kf4 g3+ Kf3 Be2+ Kg2 Rh2+ Kg1 Kd2#",
  },
  {
    white: "Чигорин, Михаил",
    black: "Шифферс, Эммануил",
    moves:
      "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 Nxe4 O-O Bxc3 d5 Bf6 Re1 Ne7 Rxe4 d6 Bg5 Bxg5 Nxg5 O-O Nxh7 Kxh7 Qh5+ Kg8 Rh4 f5 Be2 Re8 Re1 Kf8 Bb5",
  },
  {
    white: "Alekhine, Alexander",
    black: "Nimzowitsch, Aron",
    moves:
      "e4 e6 d4 d5 Nc3 Bb4 e5 c5 Bd2 Ne7 Nb5 Bxd2+ Qxd2 O-O c3 b6 f4 Ba6 Nf3 Qd7 a4 Nbc6 b4 cxb4 cxb4 Bb7 Nd6 f5 a5 Nc8 Nxb7 Qxb7 a6 Qf7 Bb5 N8e7 O-O h6 Rfc1 Rfc8 Rc2 Qe8 Rac1 Rab8 Qe3 Rc7 Rc3 Qd7 R1c2 Kf8 Qc1 Rbc8 Ba4 b5 Bxb5 Ke8 Ba4 Kd8 h4",
  },
];
