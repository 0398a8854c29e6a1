import { date, endCustomerId, page, text } from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'
import { RELATED_GROUPS } from './related-groups.ts'

const PARTNER_SIDES = ['customer', 'supplier'] as const
const RELATED_TO =
  'holders: holds shares directly or indirectly. organs: governing body, the auditor too. participations: a participation in it is held directly or indirectly'

export const partnerRelationsRequest = {
  title: 'PartnerRelationsRequest',
  type: 'object',
  required: ['end_customer_id', 'relations'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    relations: {
      type: 'array',
      minItems: 1,
      maxItems: 500,
      items: {
        title: 'PartnerRelationRequest',
        type: 'object',
        required: ['partner', 'related_to', 'valid_from'],
        additionalProperties: false,
        properties: {
          partner: {
            title: 'RelatedPartner',
            type: 'object',
            required: ['name'],
            additionalProperties: false,
            properties: {
              name: {
                ...text,
                description:
                  'Without a reference, names the partner; with a reference and no side, has to agree too. Letter case and blanks do not matter',
              },
              reference: { ...text, description: 'Reference of the customer or supplier on its open items' },
              side: {
                enum: PARTNER_SIDES,
                description:
                  'Whose number the reference is: a customer and a supplier may have the same. With it, the name need not agree',
              },
            },
          },
          related_to: { enum: [...RELATED_GROUPS, null], description: `${RELATED_TO}. Null: nothing of it any more` },
          valid_from: date,
        },
      },
    },
  },
} as const
export type PartnerRelationsRequest = FromSchema<typeof partnerRelationsRequest>

const partnerRelation = exactly('PartnerRelation', {
  object: { const: 'partner_relation' },
  partner_relation_id: { type: 'string' },
  partner: exactly('RelatedPartnerAnswer', {
    name: { type: 'string' },
    reference: orNull({ type: 'string' }),
    side: { enum: [...PARTNER_SIDES, null] },
  }),
  related_to: { enum: [...RELATED_GROUPS, null], description: RELATED_TO },
  valid_from: date,
  has_open_items: {
    type: 'boolean',
    description: 'False while no open item of any time is of this partner: check its name, reference and side',
  },
})

export const partnerRelationList = listOf('partner_relation_list', partnerRelation)

export const partnerRelationQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, ...page },
} as const
export type PartnerRelationQuery = FromSchema<typeof partnerRelationQuery>
