/** The client of the interface for TypeScript and JavaScript: docs/client.md. */
export type { Calls, OperationId } from './calls.ts'
export { type Decidable, isDecided } from './decided.ts'
export type { AnswerTo, HttpExchange, RequestTo } from './exchange.ts'
export { RequestRefused, RequestUnanswered } from './failures.ts'
export type { FeedEvent, FeedQuery } from './feed.ts'
export type { ItemOf, ListId } from './lists.ts'
export { type Client, openClient, type TrialId } from './open-client.ts'
export type { CallOptions, ClientOptions } from './send.ts'
