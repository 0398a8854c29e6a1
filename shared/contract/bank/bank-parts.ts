/** Values that a bank statement may leave out. */
export const textOrNull = { type: ['string', 'null'] } as const
export const dayOrNull = { type: ['string', 'null'], format: 'date' } as const
export const minorOrNull = { type: ['integer', 'null'] } as const
export const direction = { enum: ['CRDT', 'DBIT', null] } as const
