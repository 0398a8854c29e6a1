import { hash, X509Certificate } from 'node:crypto'
import { expect } from 'chai'
import { askAuthority } from '../../shared/proof/ask-authority.ts'
import { readToken } from '../../shared/proof/tokens/time-stamp-token.ts'
import { verifyToken } from '../../shared/proof/tokens/verify-token.ts'
import { answerTo } from '../support/proof/answer-to-request.ts'
import { type Openssl, openOpenssl } from '../support/proof/openssl.ts'
import { openTestAuthority, timeOf } from '../support/proof/test-authority.ts'

const ROOT = hash('sha256', 'root', 'buffer')
const CA = 'basicConstraints = critical, CA:true'
const SIGNER = 'extendedKeyUsage = critical, timeStamping'

/** The extensions of the three certificates, what we say of a token that they sign, and what openssl does. */
type Chain = {
  root?: string
  between?: string
  signer?: string
  /** How the certificate between is signed, and its key. */
  digest?: string
  sign?: readonly string[]
  key?: string
  root_key?: string
  reason: string | null
  openssl?: 'OK'
}

const NOT_FOR_STAMPS = 'its certificate is not for stamps'
/** Only an RSA key signs so. */
const PSS = { sign: ['-sigopt', 'rsa_padding_mode:pss'], root_key: 'long' }
const CHAINS: Readonly<Record<string, Chain>> = {
  'a signer below two authorities': { reason: null },
  'a signer for stamps that may sign': { signer: `${SIGNER}\nkeyUsage = critical, digitalSignature`, reason: null },
  'a signer that names itself by its key alone': { signer: `${SIGNER}\nsubjectKeyIdentifier = hash`, reason: null },
  'a signer of code as well': { signer: `${SIGNER}, codeSigning`, reason: NOT_FOR_STAMPS },
  'a signer whose purpose is not critical': { signer: 'extendedKeyUsage = timeStamping', reason: NOT_FOR_STAMPS },
  'a signer that may only encrypt': { signer: `${SIGNER}\nkeyUsage = keyEncipherment`, reason: NOT_FOR_STAMPS },
  'an issuer that is no authority': {
    between: 'basicConstraints = critical, CA:false',
    reason: 'its issuer "CN=between" may not sign certificates',
  },
  'an issuer that may not sign certificates': {
    between: `${CA}\nkeyUsage = critical, cRLSign`,
    reason: 'its issuer "CN=between" may not sign certificates',
  },
  'an issuer for servers alone, which openssl does not look at': {
    between: `${CA}\nextendedKeyUsage = serverAuth`,
    reason: 'its issuer "CN=between" is not for stamps',
    openssl: 'OK',
  },
  'a root that allows nobody between': {
    root: `${CA}, pathlen:0`,
    reason: 'its issuer "CN=root" allows no chain of this length',
  },
  'an issuer with a critical extension that nobody knows': {
    between: `${CA}\n1.2.3.4 = critical, ASN1:NULL`,
    reason: 'its issuer "CN=between" has a critical extension that is not known (1.2.3.4)',
  },
  'an issuer with constraints of names, which openssl understands': {
    between: `${CA}\nnameConstraints = critical, permitted;email:example.ch`,
    reason: 'its issuer "CN=between" has a critical extension that is not known (2.5.29.30)',
    openssl: 'OK',
  },
  'an issuer that is signed with SHA-1': {
    digest: '-sha1',
    reason: 'its issuer "CN=between" is signed with ecdsa-with-SHA1, which is no proof any more',
    openssl: 'OK',
  },
  'an issuer that is signed with SHA-1 under RSASSA-PSS': {
    ...PSS,
    digest: '-sha1',
    reason: 'its issuer "CN=between" is signed with RSASSA-PSS and SHA-1, which is no proof any more',
    openssl: 'OK',
  },
  'an issuer that is signed with SHA-256 under RSASSA-PSS': { ...PSS, reason: null },
  'an issuer with a short key': {
    key: 'short',
    reason: 'its issuer "CN=between" has an RSA key of 1024 bits, of 2048 that are needed',
    openssl: 'OK',
  },
  'an issuer with a key on a small curve': {
    key: 'small',
    reason: 'its issuer "CN=between" has an EC key of 224 bits, of 256 that are needed',
    openssl: 'OK',
  },
}

/** Tokens are CMS, which openssl also signs where it would not answer as an authority. */
describe('openssl and we agree about certificates of', () => {
  let openssl: Openssl
  before(async function () {
    const found = openOpenssl()
    if (!found) return this.skip()
    openssl = found
    const authority = await openTestAuthority()
    // The certificates are made afterwards, and none is valid before that.
    const soon = timeOf(new Date(Date.now() + 120_000))
    authority.misbehave((request) => answerTo(request, { ...authority.said(), time: soon }))
    const { token } = await askAuthority(authority.url, ROOT, null)
    await authority.close()
    openssl.write('content.der', readToken(token).content)
    for (const name of NAMES) openssl.make('genpkey', ...curve('P-256'), '-out', `${name}.key`)
    openssl.make('genpkey', ...curve('P-224'), '-out', 'small.key')
    for (const [name, bits] of Object.entries({ short: 1024, long: 2048 }))
      openssl.make('genpkey', '-algorithm', 'RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`, '-out', `${name}.key`)
  })
  after(() => openssl?.remove())

  for (const [name, { reason, openssl: theirs = reason === null ? 'OK' : 'FAILED', ...extensions }] of Object.entries(
    CHAINS,
  ))
    it(name, () => {
      makeChain(openssl, extensions)
      const trusted = [new X509Certificate(openssl.read('root.pem'))]
      const byKey = extensions.signer?.includes('subjectKeyIdentifier') ? ['-keyid'] : []
      openssl.make(...SIGN, ...byKey)
      // `ts` reads PKCS #7, which has no key identifiers.
      if (byKey.length > 0) openssl.make(...VERIFY_CMS)
      else {
        const verify = ['ts', '-verify', '-digest', ROOT.toString('hex'), '-in', 'token.der', '-token_in']
        expect(openssl.run(...verify, '-CAfile', 'root.pem').said).to.include(`Verification: ${theirs}`)
      }
      expect(reasonAgainst(openssl.read('token.der'), trusted)).to.equal(reason)
    })
})

const NAMES = ['root', 'between', 'signer']
const curve = (name: string) => ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${name}`]
const SIGN = [
  ...['cms', '-sign', '-binary', '-nodetach', '-cades', '-md', 'sha256', '-econtent_type', '1.2.840.113549.1.9.16.1.4'],
  ...['-in', 'content.der', '-signer', 'signer.pem', '-inkey', 'signer.key', '-certfile', 'between.pem'],
  ...['-outform', 'DER', '-out', 'token.der'],
]

const VERIFY_CMS = [
  ...['cms', '-verify', '-binary', '-inform', 'DER', '-in', 'token.der', '-CAfile', 'root.pem'],
  ...['-purpose', 'timestampsign', '-out', 'verified.der'],
]

function makeChain(
  { make, write }: Openssl,
  { root = CA, between = CA, signer = SIGNER, digest = '-sha256', sign = [], ...keys }: Omit<Chain, 'reason'>,
): void {
  write(
    'chain.cnf',
    `[req]\ndistinguished_name = dn\n[dn]\n[root]\n${root}\n[between]\n${between}\n[signer]\n${signer}\n`,
  )
  const its: Readonly<Record<string, string | undefined>> = { between: keys.key, root: keys.root_key }
  const keyOf = (name: string) => `${its[name] ?? name}.key`
  const files = (name: string) => ['-key', keyOf(name), '-subj', `/CN=${name}`, '-config', 'chain.cnf']
  make('req', '-x509', ...files('root'), '-extensions', 'root', '-days', '2', '-out', 'root.pem')
  for (const [index, name] of ['between', 'signer'].entries()) {
    make('req', '-new', ...files(name), '-out', `${name}.csr`)
    const issuer = NAMES[index]
    const by = ['-CA', `${issuer}.pem`, '-CAkey', keyOf(issuer ?? ''), '-set_serial', String(index + 2), '-days', '2']
    const signed = name === 'between' ? [digest, ...sign] : []
    make(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...by,
      ...signed,
      '-extfile',
      'chain.cnf',
      '-extensions',
      name,
      '-out',
      `${name}.pem`,
    )
  }
}

function reasonAgainst(token: Buffer, trusted: readonly X509Certificate[]): string | null {
  try {
    verifyToken(token, ROOT, trusted)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
