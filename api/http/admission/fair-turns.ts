/** A piece of work that has its turn. */
export type FairTurn = {
  /** Whether it was its turn at once, so that its key had neither other work nor a rest. */
  readonly is_at_once: boolean
  /** Says that it has waited for others for so long meanwhile: that is no time of its key. */
  gave(ms: number): void
}

/** Runs work when it is the turn of its key. */
export type FairTurns = <Result>(
  key: string,
  work: (turn: FairTurn) => Promise<Result>,
  abandoned?: Abandoned,
) => Promise<Result>

/**
 * Says when nobody wants the result any more, as its client has hung up; then work that waits is never begun.
 *
 * @returns what stops listening
 */
export type Abandoned = (listen: (reason: Error) => void) => () => void

/**
 * How long a key rests after a piece of work.
 *
 * @param took_ms how long the piece took, without what it has given to others
 */
export type Rest = (key: string, took_ms: number) => number

type TurnLimits = { readonly of_key: number; readonly in_all: number; readonly rest?: Rest }
type WaitingWork = { readonly start: () => void }
type KeyLine = { running: number; readonly waiting: WaitingWork[] }

/**
 * Lets work run, so much of one key and so much in all at once. Work of a key begins in the order in which it came; where
 * several keys wait, each has its turn after the other, however much one of them has waiting. A key that rests has a turn
 * less meanwhile; all keys together have not.
 */
export function fairTurns({ of_key, in_all, rest = () => 0 }: TurnLimits): FairTurns {
  const lines = new Map<string, KeyLine>()
  let running = 0

  function startNext(): void {
    for (const [key, line] of lines) {
      if (running >= in_all) return
      const next = line.running < of_key && line.waiting.shift()
      if (!next) continue
      start(key, line)
      next.start()
    }
  }

  function start(key: string, line: KeyLine): void {
    line.running += 1
    running += 1
    queueAgain(key, line)
  }

  /** Behind all other keys that wait. */
  function queueAgain(key: string, line: KeyLine): void {
    lines.delete(key)
    lines.set(key, line)
  }

  function end(key: string, line: KeyLine, took_ms: number): void {
    running -= 1
    const rest_ms = rest(key, took_ms)
    if (rest_ms === 0) giveBack(key, line)
    else {
      setTimeout(() => giveBack(key, line), rest_ms)
      startNext()
    }
  }

  function giveBack(key: string, line: KeyLine): void {
    line.running -= 1
    queueAgain(key, line)
    leaveIfIdle(key, line)
    startNext()
  }

  function leaveIfIdle(key: string, { running, waiting }: KeyLine): void {
    if (running === 0 && waiting.length === 0) lines.delete(key)
  }

  return async (key, work, abandoned) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    const is_at_once = line.running < of_key && running < in_all
    if (is_at_once) start(key, line)
    else await turnIn(line, abandoned).finally(() => leaveIfIdle(key, line))
    const { turn, took } = timedTurn(is_at_once)
    try {
      return await work(turn)
    } finally {
      end(key, line, took())
    }
  }
}

function timedTurn(is_at_once: boolean): { readonly turn: FairTurn; took(): number } {
  let begun = performance.now()
  const gave = (ms: number) => {
    begun += ms
  }
  return { turn: { is_at_once, gave }, took: () => performance.now() - begun }
}

function turnIn({ waiting }: KeyLine, abandoned: Abandoned | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const place: WaitingWork = {
      start() {
        stop?.()
        resolve()
      },
    }
    waiting.push(place)
    const stop = abandoned?.((reason) => {
      const index = waiting.indexOf(place)
      if (index === -1) return
      waiting.splice(index, 1)
      reject(reason)
    })
  })
}
