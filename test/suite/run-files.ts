import { relative, resolve } from 'node:path'
import Mocha from 'mocha'

export type Outcome = { readonly passed: number; readonly failed: readonly string[] }

/** How many processes run files, and what mocha needs to know beside them. */
type RunOptions = Pick<Mocha.MochaOptions, 'require' | 'timeout'> & { readonly processes: number }

/**
 * Runs spec files in some processes, each of which takes the next file when it is through with one. The outcomes of a file
 * are printed when it is done. A process that dies is a failure of its file, and another one goes on with the next.
 */
export function runFiles(files: readonly string[], { processes, ...options }: RunOptions): Promise<Outcome> {
  const mocha = replacingDead(new Mocha({ ...options, jobs: processes }).parallelMode())
  for (const file of files) mocha.addFile(resolve(file))
  const failed: string[] = []
  return new Promise((done) => {
    const runner = mocha.run(() => done({ passed: runner.stats?.passes ?? 0, failed }))
    runner.on('fail', (test, error) => failed.push(nameOf(test, error)))
  })
}

/** A file that cannot be loaded or ends its process fails outside any test. mocha prints the error of the first alone. */
function nameOf(test: Mocha.Test, error: Error & { readonly file?: string }): string {
  if (error.file) return `${relative('.', error.file)}: ${error.stack ?? error.message}`
  return `${relative('.', test.file ?? '')}: ${test.fullTitle()}`
}

type FileRunner = (file: string) => Promise<void>
type Pool = { readonly _pool: { _next(): void } }
type Runner = new (...args: never[]) => { _createFileRunner(pool: Pool, options: object): FileRunner }

/**
 * The pool of mocha starts no process for the next file when one has died: it waits for the exit, which was before. Another
 * process that is done with its file would remind it, but there may be none.
 */
function replacingDead(mocha: Mocha): Mocha {
  const inner = mocha as unknown as { _runnerClass: Runner }
  inner._runnerClass = class extends inner._runnerClass {
    override _createFileRunner(pool: Pool, options: object): FileRunner {
      const run = super._createFileRunner(pool, options)
      return (file) => run(file).finally(() => setImmediate(() => pool._pool._next()))
    }
  }
  return mocha
}
