import { setFlagsFromString } from 'node:v8'

/**
 * V8 collects everything and shrinks the heap when a process has rested for eight seconds. The facts of a worker come in bursts: each
 * would grow the heap again, and collect everything some times more while it does. So a worker rests for a minute first; at its largest
 * its heap is as large as before.
 *
 * V8 reads this when it first waits, which is while the first TypeScript is loaded. So it is JavaScript, and loaded before (`node --import`);
 * a V8 that does not know it says so and goes on.
 */
setFlagsFromString('--gc-memory-reducer-start-delay-ms=60000')
