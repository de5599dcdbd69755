/** The editions that the program knows. */
export const EDITIONS = ["fide-2023", "fide-2005", "ru-2018", "ru-2009"] as const;
export const PLAYS = ["standard", "rapid", "blitz"] as const;
export const SUPERVISIONS = ["full", "limited"] as const;
