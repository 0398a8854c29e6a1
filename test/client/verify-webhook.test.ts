import { expect } from 'chai'
import { verifyWebhook, WebhookVerificationError } from '../../shared/client/verify-webhook.ts'
import { newWebhookSecret, signatureHeaders } from '../../shared/webhooks/sign-webhook.ts'

/** @source the vector of the reference libraries of Standard Webhooks */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const AT = 1_614_265_330
const BODY = '{"test": 2432232314}'
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const HEADERS = { 'webhook-id': ID, 'webhook-timestamp': String(AT), 'webhook-signature': SIGNATURE }

describe('verification of a webhook', () => {
  const verify = (
    headers: object,
    { body = BODY, secrets = SECRET as string | (string | undefined)[], now = AT } = {},
  ) => verifyWebhook(body, headers as Record<string, string>, secrets, now)
  const refusal = (run: () => unknown) => expect(run).to.throw(WebhookVerificationError)

  it('takes the vector of the specification, and the sender makes it', () => {
    expect(verify(HEADERS)).to.deep.equal({ test: 2432232314 })
    expect(signatureHeaders(ID, AT, BODY, [SECRET])).to.deep.equal(HEADERS)
    expect(verifyWebhook(Buffer.from(BODY), new Headers(HEADERS), [SECRET], AT)).to.deep.equal({ test: 2432232314 })
  })

  it('refuses another body, id, time, secret, and a version that it does not know', () => {
    for (const run of [
      () => verify(HEADERS, { body: `${BODY} ` }),
      () => verify({ ...HEADERS, 'webhook-id': 'msg_other' }),
      () => verify({ ...HEADERS, 'webhook-timestamp': String(AT + 1) }),
      () => verify(HEADERS, { secrets: newWebhookSecret() }),
      () => verify({ ...HEADERS, 'webhook-signature': SIGNATURE.replace('v1,', 'v1a,') }),
      () => verify({ ...HEADERS, 'webhook-signature': SIGNATURE.slice(0, -8) }),
      () => verify({ ...HEADERS, 'webhook-signature': 'v1,' }),
    ])
      refusal(run)
        .with.property('message')
        .that.matches(/^No signature/)
    refusal(() => verify(HEADERS, { secrets: 'whsec_' }))
    for (const secrets of [[], [undefined, ''], ''])
      expect(() => verify(HEADERS, { secrets })).to.throw(Error, /^verifyWebhook was given no secret/)
  })

  it('takes either of two secrets, and either of two signatures', () => {
    const [old, next] = [newWebhookSecret(), newWebhookSecret()]
    const both = signatureHeaders(ID, AT, BODY, [next, old])
    for (const secrets of [old, next, [old, next], [SECRET, old], [undefined, old], [next, undefined], ['', old]])
      verify(both, { secrets })
    refusal(() => verify(both, { secrets: SECRET }))
    verify({ ...HEADERS, 'webhook-signature': `v1a,AAAA v2 ${SIGNATURE}` })
  })

  it('takes five minutes of age and of other clocks, and no more', () => {
    for (const now of [AT + 300, AT - 300]) verify(HEADERS, { now })
    for (const now of [AT + 301, AT - 301])
      refusal(() => verify(HEADERS, { now }))
        .with.property('message')
        .that.matches(/five minutes/)
    refusal(() => verify({ ...HEADERS, 'webhook-timestamp': 'NaN' }))
  })

  it('names the header that is missing', () => {
    for (const name of Object.keys(HEADERS))
      refusal(() => verify({ ...HEADERS, [name]: undefined }))
        .with.property('message')
        .that.includes(name)
  })
})
