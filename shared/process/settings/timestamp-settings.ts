import { anyText, setting, Wrong } from './setting.ts'

/** The settings of the proof of time: workers and `ops stamp` ask the authority, web has it asked after a close. */
export const TIMESTAMP_SETTINGS = {
  timestamp_url: setting(
    'TIMESTAMP_URL',
    null,
    httpUrl,
    'Timestamp authority (RFC 3161) that stamps the ledgers daily, the same for web and worker; unset: nothing is stamped',
  ),
  timestamp_ca_file: setting(
    'TIMESTAMP_CA_FILE',
    null,
    anyText,
    'File with the certificates (PEM) that stamps have to lead to; unset: the certificate in each stamp is believed',
  ),
}

function httpUrl(value: string): string | Wrong {
  const isHttp = URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)
  return isHttp ? value : new Wrong('a URL like https://tsa.example/tsr')
}
