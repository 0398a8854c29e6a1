/** Called between two pieces of work; resolves when the next one may begin. */
export type Pause = () => Promise<void>
