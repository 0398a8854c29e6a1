import type { InLocales } from '../../words.ts'

/** Reads a table of words: a line is a name and its words, in the order of the languages, between bars. */
export function linesOfWords(table: string, english: (name: string) => string): [name: string, words: InLocales][] {
  const lines = table.trim().split('\n')
  return lines.map((line) => {
    const [name = '', de = '', fr = '', it = '', en = english(name)] = line.split(' | ')
    return [name, [de, fr, it, en]]
  })
}
