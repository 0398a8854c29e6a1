import { areSimilarWords, closenessOf, looseNameWordsOf } from './compare-texts.ts'

/** The names of partners, by their words. A partner owes many documents; its name is taken apart once. */
export type NameIndex = {
  readonly wordsOf: (name: string) => ReadonlySet<string>
  /** Names that are similar to one with these words, the closest first. */
  readonly similarTo: (words: ReadonlySet<string>) => readonly string[]
  /** Names all of whose words are among these. */
  readonly within: (words: ReadonlySet<string>) => readonly string[]
}

export function indexNames(all: readonly string[]): NameIndex {
  const names = new Map([...new Set(all)].map((name) => [name, looseNameWordsOf(name)]))
  const byWord = new Map<string, string[]>()
  for (const [name, words] of names)
    for (const word of words) {
      const alike = byWord.get(word)
      if (alike) alike.push(name)
      else byWord.set(word, [name])
    }
  const wordsOf = (name: string) => names.get(name) ?? looseNameWordsOf(name)
  const sharing = (words: ReadonlySet<string>) => [...new Set([...words].flatMap((word) => byWord.get(word) ?? []))]
  return {
    wordsOf,
    within: (words) => sharing(words).filter((name) => wordsOf(name).isSubsetOf(words)),
    similarTo: (words) =>
      sharing(words)
        .filter((name) => areSimilarWords(words, wordsOf(name)))
        .map((name) => ({ name, closeness: closenessOf(words, wordsOf(name)) }))
        .sort((a, b) => b.closeness - a.closeness)
        .map(({ name }) => name),
  }
}
