import { expect } from 'chai'
import { openSecret, sealSecret } from '../../shared/webhooks/sealed-secrets.ts'
import { newWebhookSecret } from '../../shared/webhooks/sign-webhook.ts'

describe('secrets of webhooks in the database', () => {
  const keys = (webhook_secrets_key: string | null, webhook_secrets_key_before: string | null = null) => ({
    webhook_secrets_key,
    webhook_secrets_key_before,
  })
  const [one, two] = ['the first key of the operator', 'the second key of the operator']
  const secret = newWebhookSecret()
  const sealed = sealSecret(keys(one), 'whsub_1', secret)

  it('open with the key that has sealed them, also as the one before', () => {
    expect([openSecret(keys(one), 'whsub_1', sealed), openSecret(keys(two, one), 'whsub_1', sealed)]).to.deep.equal([
      secret,
      secret,
    ])
    expect(sealed).not.to.include(secret.slice(6, 20))
    expect(sealSecret(keys(one), 'whsub_1', secret)).not.to.equal(sealed)
  })

  it('open with no other key, for no other subscription, and not when they were changed', () => {
    const bytes = Buffer.from(sealed.slice(3), 'base64')
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)
    const attempts = [
      openSecret(keys(two), 'whsub_1', sealed),
      openSecret(keys(null), 'whsub_1', sealed),
      openSecret(keys(one), 'whsub_2', sealed),
      openSecret(keys(one), 'whsub_1', `v1:${bytes.toString('base64')}`),
      openSecret(keys(one), 'whsub_1', 'v1:'),
    ]
    expect(attempts).to.deep.equal([null, null, null, null, null])
  })
})
