import { InvalidArgumentError } from 'commander'
import { addDays, isDate } from '../accounting/amounts/dates.ts'
import { nowAsTimestamp } from '../process/clock.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** Readers of options; what they refuse ends the command with one sentence before the database is opened. */
export function uuid(text: string): string {
  if (!UUID.test(text.toLowerCase())) throw new InvalidArgumentError('It must be a UUID.')
  return text.toLowerCase()
}

export function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 999999.')
  return Number(text)
}

export function hours(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a number of hours from 0 to 9999.')
  return Number(text)
}

/** @returns a name without blanks around it */
export function name(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text.trim()
}

/** @returns the UUIDs that commas separate */
export function uuids(text: string): string[] {
  return text.split(',').map((part) => uuid(part.trim()))
}

/** @returns the scopes that commas separate; a page pass opens pages and nothing else */
export function scopes(text: string): string[] {
  const parts = [...new Set(text.split(',').map((part) => part.trim()))]
  if (parts.every((part) => part === 'read' || part === 'write') || parts.join() === 'pages') return parts
  throw new InvalidArgumentError('It must be read, write, read,write or pages.')
}

/** @returns the end of that day, or of the day that many days from now (UTC), in ISO 8601 */
export function expiry(text: string): string {
  const now = nowAsTimestamp()
  const isCount = /^[1-9]\d{0,4}$/.test(text)
  if (!isCount && !isDate(text)) throw new InvalidArgumentError('It must be a day like 2027-12-31 or a number of days.')
  const expires_at = `${isCount ? addDays(now.slice(0, 10), Number(text)) : text}T23:59:59.000Z`
  if (expires_at <= now) throw new InvalidArgumentError('That day is over already.')
  return expires_at
}

/** @returns the instant in ISO 8601, for a day its first millisecond in UTC */
export function since(text: string): string {
  return instant(text, '00:00:00.000Z')
}

/** @returns the instant in ISO 8601, for a day its last millisecond in UTC */
export function until(text: string): string {
  return instant(text, '23:59:59.999Z')
}

function instant(text: string, time_of_day: string): string {
  const [date = '', time = time_of_day, ...rest] = text.toUpperCase().split('T')
  if (!isDate(date) || !TIME.test(time) || rest.length > 0)
    throw new InvalidArgumentError('It must be a day like 2027-12-31 or an instant like 2027-12-31T08:00:00Z.')
  return new Date(`${date}T${time}`).toISOString()
}
