import { sendAmountsAsText } from '../../suite/send-amounts.ts'
import { takePlace } from '../../suite/take-place.ts'

// For specs that `needs-service.ts` knows to use no service: nothing is started, and little is loaded.
takePlace()
sendAmountsAsText()
