/** Values that a bank statement may leave out. */
export const text = { type: ['string', 'null'] } as const
export const day = { type: ['string', 'null'], format: 'date' } as const
export const minor = { type: ['integer', 'null'] } as const
export const direction = { enum: ['CRDT', 'DBIT', null] } as const
