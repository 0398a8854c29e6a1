/** Between any two statements of a move that change something, in their order. A move that ends at one of them goes on or back from there. */
export const POINTS = [
  'planned',
  'known',
  'raised',
  'expected',
  'fenced',
  'copying',
  'copied ahead',
  'closing',
  'closed there',
  'closed',
  'copied',
  'compared',
  'committed',
  'opened again',
  'turned',
  'opened there',
  'gone here',
  'settled there',
  'opened',
  'partly emptied',
  'emptied',
  'left behind',
  'taking back',
  'reopened',
  'taken away',
  'forgotten',
  'taken down',
] as const

export type Point = (typeof POINTS)[number]

export type AtPoint = (point: Point) => Promise<void>
