/** Why an end customer stays where it is, in one sentence. What was begun is taken back. */
export class CannotMove extends Error {}
