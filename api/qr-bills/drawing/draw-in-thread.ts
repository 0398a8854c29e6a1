import { Worker } from 'node:worker_threads'
import { type Abandoned, fairTurns } from '../../http/admission/fair-turns.ts'
import type { Drawing, DrawingOrder } from './order.ts'

type Answer = { readonly number: number; readonly drawing?: Drawing; readonly error?: unknown }
type OrderedDrawing = PromiseWithResolvers<Drawing>

/** Libraries and one drawing need some 60 MB. */
const MOST_MB = 256

const inTurn = fairTurns({ of_key: 1, in_all: 1 })
let thread: Worker | null = null
let orders = 0
const waiting = new Map<number, OrderedDrawing>()

/**
 * Draws beside the event loop: a drawing takes far longer than a turn may. Keys take turns, and what nobody waits for any more
 * is not begun.
 */
export function drawInThread(key_id: string, order: DrawingOrder, abandoned?: Abandoned): Promise<Drawing> {
  return inTurn(key_id, () => ask(order), abandoned)
}

/** The thread is started by the first one. */
function ask(order: DrawingOrder): Promise<Drawing> {
  orders += 1
  const drawn = Promise.withResolvers<Drawing>()
  waiting.set(orders, drawn)
  thread ??= startThread()
  thread.ref()
  thread.postMessage({ number: orders, order })
  return drawn.promise
}

function startThread(): Worker {
  const started = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
  })
  started.on('message', ({ number, drawing, error }: Answer) => {
    const drawn = waiting.get(number)
    waiting.delete(number)
    if (waiting.size === 0) started.unref()
    if (drawing === undefined) drawn?.reject(error)
    else drawn?.resolve(drawing)
  })
  started.on('error', (error) => giveUp(started, error))
  started.on('exit', () => giveUp(started, new Error('the thread that draws has ended')))
  return started
}

/** The next drawing starts another thread, of which the end of this one is no news. */
function giveUp(ended: Worker, error: unknown): void {
  if (thread !== ended) return
  thread = null
  for (const drawn of waiting.values()) drawn.reject(error)
  waiting.clear()
}
