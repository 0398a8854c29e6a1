/** Parts of a year as texts of the four languages name them, in small letters without accents. */
export const KINDS = {
  Q: 'quartale?|quart|q|trimestre|trim|t|quarter|qtr',
  H: 'semester|semestre|sem|s|halbjahr|hj|half[ -]?year|half|h',
} as const

/** How often a kind comes in a year. */
export const PARTS = { Q: 4, H: 2 } as const

/** Numbers in words or as the Romans wrote them; with digits an ending says that they count. */
export const ORDINALS: Readonly<Record<string, number>> = {
  i: 1,
  ii: 2,
  iii: 3,
  iv: 4,
  ...{ erstes: 1, zweites: 2, drittes: 3, viertes: 4 },
  ...{ premier: 1, deuxieme: 2, second: 2, troisieme: 3, quatrieme: 4 },
  ...{ primo: 1, secondo: 2, terzo: 3, quarto: 4 },
  ...{ first: 1, third: 3, fourth: 4 },
}

/** Endings of `1.`, `1er`, `2e`, `2eme`, `1°`, `1st`. */
export const ORDINAL_ENDING = '(?:\\.|°|º|er|re|eme|e|o|st|nd|rd|th)?'

/** January to December. */
export const MONTHS: readonly string[] = [
  'janner|januar|january|janvier|gennaio',
  'februar|february|fevrier|febbraio',
  'marz|maerz|mars|marzo|march',
  'april|avril|aprile',
  'mai|maggio|may',
  'juni|juin|giugno|june',
  'juli|juillet|luglio|july',
  'august|aout|agosto',
  'september|septembre|settembre',
  'oktober|octobre|ottobre|october',
  'november|novembre',
  'dezember|decembre|dicembre|december',
]
