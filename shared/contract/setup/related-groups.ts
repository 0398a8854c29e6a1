/** Towards these, claims and debts are shown apart (OR Art. 959a Abs. 4). */
export const RELATED_GROUPS = ['holders', 'organs', 'participations'] as const
export type RelatedGroup = (typeof RELATED_GROUPS)[number]
