const ZURICH = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Zurich',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Today in Switzerland as `YYYY-MM-DD`, whatever the machine's time zone. Rules take it as an argument. */
export function todayInSwitzerland(now = new Date()): string {
  return ZURICH.format(now)
}

/** This instant, ISO 8601 in UTC with milliseconds. */
export function nowAsTimestamp(): string {
  return new Date().toISOString()
}
