/**
 * Loaded into a process of the service by `--import`: on SIGUSR2 it has an error that nobody handles, with a value in its
 * message. FAULT says of which kind.
 */
const VALUE = 'Papeterie Muster 107.35'

const FAULTS: Readonly<Record<string, () => void>> = {
  exception: () => {
    throw new Error(VALUE)
  },
  rejection: () => {
    void Promise.reject(new Error(VALUE))
  },
  'one after the other': () => {
    setInterval(() => {
      throw new Error(VALUE)
    }, 1)
  },
}

process.on('SIGUSR2', () => setImmediate(FAULTS[process.env.FAULT ?? ''] ?? (() => {})))
