import { flag, integer, setting, token } from './setting.ts'

/** The settings of webhooks: web seals secrets, workers send. */
export const WEBHOOK_SETTINGS = {
  webhook_secrets_key: setting(
    'WEBHOOK_SECRETS_KEY',
    null,
    token,
    'Key that seals the secrets of webhooks in the database, the same for web and worker; unset: there are no webhooks',
  ),
  webhook_secrets_key_before: setting(
    'WEBHOOK_SECRETS_KEY_BEFORE',
    null,
    token,
    'The key before, which still opens what it has sealed',
  ),
  webhook_concurrency: setting(
    'WEBHOOK_CONCURRENCY',
    32,
    integer(0, 1_000),
    'Webhooks that one worker process sends at once; 0: it sends none',
  ),
  webhook_timeout_ms: setting(
    'WEBHOOK_TIMEOUT_MS',
    15_000,
    integer(100, 60_000),
    'Time in which a receiver has to answer',
  ),
  webhook_first_pause_ms: setting(
    'WEBHOOK_FIRST_PAUSE_MS',
    5_000,
    integer(10, 3_600_000),
    'Pause after the first failed attempt; each further one is three times as long, up to six hours',
  ),
  webhook_give_up_seconds: setting(
    'WEBHOOK_GIVE_UP_SECONDS',
    259_200,
    integer(1, 31_536_000),
    'For how long a webhook is tried before it is switched off',
  ),
  webhook_allow_private: setting(
    'WEBHOOK_ALLOW_PRIVATE',
    false,
    flag,
    '1: webhooks may go to private addresses and without TLS; for receivers in the network of the service, and for tests',
  ),
}
