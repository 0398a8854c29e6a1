/** How the ids begin that orders give their payments and batches, in capitals: `HB`, the id of the order, and a dash. */
export const ID_OF_ORDER = '^HB[0-9A-Z]{26}-'
