const MOST_OF_A_NAME = 100
const MOST_OF_A_POINTER = 500

/** A JSON Pointer. Names that are long, and a pointer that is, end with an ellipsis: a body may have a name of a megabyte. */
export function pointerOf(path: readonly (string | number)[]): string {
  return shortPointer(path.map((name) => `/${escaped(shortened(String(name), MOST_OF_A_NAME))}`).join(''))
}

/** The pointer to a member of what `parent` points to. */
export function memberPointer(parent: string, name: string): string {
  return shortPointer(parent + pointerOf([name]))
}

export function shortPointer(pointer: string): string {
  return shortened(pointer, MOST_OF_A_POINTER)
}

/** A cut may go through a surrogate pair, whose half is replaced. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
