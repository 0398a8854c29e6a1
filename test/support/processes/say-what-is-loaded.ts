import { registerHooks } from 'node:module'

/** Preloaded into a process: says on stderr when it loads the SDK for traces. */
registerHooks({
  load(url, context, next) {
    if (url.includes('/@opentelemetry/sdk-')) process.stderr.write(`loaded ${url}\n`)
    return next(url, context)
  },
})
