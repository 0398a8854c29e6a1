import { LOCALES, type Locale } from '../../../../shared/contract/setup/settings.ts'
import type { InLocales } from '../../words.ts'
import { linesOfWords } from '../words/lines-of-words.ts'

/** What a reader of pages is told, and what to do. Code of the error or of a detail, de, fr, it, en. */
const ERRORS = `
invalid_request | Diese Adresse ist so nicht gültig. Folgen Sie den Links der Seiten, oder berichtigen Sie, was hier steht. | Cette adresse n’est pas valable ainsi. Suivez les liens des pages, ou corrigez ce qui est indiqué ici. | Questo indirizzo così non è valido. Segua i link delle pagine, o corregga ciò che è indicato qui. | This address is not valid as it stands. Follow the links of the pages, or correct what is named here.
invalid_auth | Melden Sie sich mit einem gültigen Seitenpass an: Er ist das Passwort, der Name ist beliebig. | Connectez-vous avec un passe de pages valable: c’est le mot de passe, le nom est libre. | Acceda con un lasciapassare valido per le pagine: è la password, il nome è a scelta. | Log in with a valid page pass: it is the password, and the name may be any.
api_key_disabled | Dieser Schlüssel ist ausgeschaltet. Verlangen Sie einen neuen. | Cette clé est désactivée. Demandez-en une nouvelle. | Questa chiave è disattivata. Ne chieda una nuova. | This key is disabled. Ask for a new one.
forbidden | Ihr Zugang umfasst das nicht. Verlangen Sie einen Seitenpass, der diesen Mandanten umfasst. | Votre accès ne le couvre pas. Demandez un passe de pages qui couvre ce mandant. | Il suo accesso non lo comprende. Chieda un lasciapassare che comprenda questo mandante. | Your access does not cover this. Ask for a page pass that covers this end customer.
not_found | Das gibt es nicht, oder Ihr Seitenpass umfasst es nicht. | Cela n’existe pas, ou votre passe de pages ne le couvre pas. | Non esiste, o il suo lasciapassare non lo comprende. | There is no such thing, or your page pass does not cover it.
method_not_allowed | Hier gibt es nichts zu lesen: Diese Adresse nimmt nur Meldungen von Programmen entgegen. | Il n’y a rien à lire ici: cette adresse ne reçoit que les envois de programmes. | Qui non c’è nulla da leggere: questo indirizzo riceve solo invii di programmi. | There is nothing to read here: this address only takes what programs send.
not_acceptable | In dieser Form gibt es das nicht. | Cela n’existe pas sous cette forme. | In questa forma non esiste. | It does not exist in this form.
state_conflict | So, wie es jetzt steht, gibt es das nicht. | Dans l’état actuel, cela n’existe pas. | Allo stato attuale non esiste. | As things stand, there is none.
rate_limited | Das waren zu viele Anfragen auf einmal. Warten Sie einen Moment, und laden Sie die Seite neu. | C’était trop de demandes à la fois. Attendez un moment, puis rechargez la page. | Erano troppe richieste in una volta. Attenda un momento e ricarichi la pagina. | That was too much at once. Wait a moment, and load the page again.
internal_error | Auf unserer Seite ist etwas kaputt. Nennen Sie die Nummer der Anfrage, wenn Sie danach fragen. | Quelque chose est cassé de notre côté. Indiquez le numéro de la requête si vous posez la question. | Qualcosa da noi è guasto. Indichi il numero della richiesta se ne chiede notizia. | Something is broken on our side. Quote the number of the request when you ask about it.
service_unavailable | Der Dienst kann gerade nicht antworten. Laden Sie die Seite in ein paar Sekunden neu. | Le service ne peut pas répondre pour l’instant. Rechargez la page dans quelques secondes. | Il servizio al momento non può rispondere. Ricarichi la pagina tra qualche secondo. | The service cannot answer right now. Load the page again in a few seconds.
`

const DETAILS = `
address_incomplete | Die Adresse ist unvollständig. | L’adresse est incomplète. | L’indirizzo è incompleto. | The address is incomplete.
ambiguous_cursor | Diese Stelle der Liste ist nicht eindeutig. Beginnen Sie die Liste von vorn. | Cette place dans la liste n’est pas univoque. Reprenez la liste depuis le début. | Questo punto dell’elenco non è univoco. Ricominci l’elenco dall’inizio. | This place in the list is not unique. Begin the list again.
api_key_expired | Der Seitenpass ist abgelaufen. Verlangen Sie einen neuen. | Le passe de pages a expiré. Demandez-en un nouveau. | Il lasciapassare è scaduto. Ne chieda uno nuovo. | The page pass has expired. Ask for a new one.
character | Ein Zeichen darin ist nicht erlaubt. | Un caractère n’y est pas admis. | Un carattere non è ammesso. | It has a character that is not allowed.
creditor_address_missing | Die Adresse des Mandanten fehlt. | L’adresse du mandant manque. | Manca l’indirizzo del mandante. | The address of the end customer is missing.
currency_not_supported | Einen QR-Einzahlungsschein gibt es nur in Franken und Euro. | Il n’y a de QR-facture qu’en francs et en euros. | La QR-fattura esiste solo in franchi e in euro. | There are QR-bills in francs and euros only.
events_removed | Ältere Ereignisse werden nicht mehr aufbewahrt. Beginnen Sie die Liste von vorn. | Les événements plus anciens ne sont plus conservés. Reprenez la liste depuis le début. | Gli eventi più vecchi non sono più conservati. Ricominci l’elenco dall’inizio. | Older events are no longer kept. Begin the list again.
format | Das hat nicht die richtige Form. | Ce n’est pas la bonne forme. | La forma non è corretta. | It has the wrong form.
iban_ambiguous | Der Mandant hat mehrere IBAN: Nennen Sie eine davon. | Le mandant a plusieurs IBAN: indiquez-en un. | Il mandante ha più IBAN: ne indichi uno. | The end customer has several IBANs: name one.
iban_missing | Dem Mandanten fehlt eine IBAN. | Il manque un IBAN au mandant. | Al mandante manca un IBAN. | The end customer has no IBAN.
invalid_qr_iban | Die QR-IBAN ist nicht gültig. | Le QR-IBAN n’est pas valable. | Il QR-IBAN non è valido. | The QR-IBAN is not valid.
length | Das ist zu lang oder zu kurz. | C’est trop long ou trop court. | È troppo lungo o troppo corto. | It is too long or too short.
letters_not_latin | Name oder Adresse des Mandanten hat Buchstaben, die kein QR-Einzahlungsschein hat. | Le nom ou l’adresse du mandant a des lettres que n’a aucune QR-facture. | Il nome o l’indirizzo del mandante ha lettere che nessuna QR-fattura ha. | The name or the address of the end customer has letters that no QR-bill has.
list_changed | Die Liste hat sich geändert. Beginnen Sie sie von vorn. | La liste a changé. Reprenez-la depuis le début. | L’elenco è cambiato. Lo ricominci dall’inizio. | The list has changed. Begin it again.
not_allowed | Diesen Wert gibt es hier nicht. | Cette valeur n’existe pas ici. | Questo valore qui non esiste. | There is no such value here.
not_stamped | Diese Buchung hat noch keinen Zeitstempel. | Cette écriture n’est pas encore horodatée. | Questa scrittura non ha ancora una marca temporale. | This entry has no time stamp yet.
not_supported_by_chart | Der Kontenplan sagt nicht, welcher Funktion die Konten dienen. | Le plan comptable ne dit pas à quelle fonction servent les comptes. | Il piano dei conti non dice a quale funzione servono i conti. | The chart does not say which function the accounts serve.
nothing_open | Es ist nichts mehr offen. | Il ne reste rien d’ouvert. | Non c’è più nulla di aperto. | Nothing is open any more.
out_of_range | Das liegt ausserhalb des Möglichen. | C’est en dehors des limites. | È fuori dai limiti. | It is out of range.
required | Das fehlt. | Cela manque. | Manca. | It is missing.
stamp_contradicted | Der Zeitstempel passt nicht zu dieser Buchung. | L’horodatage ne correspond pas à cette écriture. | La marca temporale non corrisponde a questa scrittura. | The time stamp contradicts this entry.
type | Das ist kein Wert dieser Art. | Ce n’est pas une valeur de ce genre. | Non è un valore di questo tipo. | It is no value of this kind.
unknown_cursor | Diese Stelle der Liste gibt es nicht. Beginnen Sie die Liste von vorn. | Cette place n’existe pas dans la liste. Reprenez-la depuis le début. | Questo punto dell’elenco non esiste. Ricominci l’elenco dall’inizio. | There is no such place in the list. Begin it again.
unknown_field | Diese Angabe gibt es hier nicht. | Cette indication n’existe pas ici. | Questa indicazione qui non esiste. | There is no such parameter here.
`

const [OF_ERRORS, OF_DETAILS] = [ERRORS, DETAILS].map(
  (table): ReadonlyMap<string, InLocales> => new Map(linesOfWords(table, (code) => code)),
) as [ReadonlyMap<string, InLocales>, ReadonlyMap<string, InLocales>]

/** Null for an error that no page is answered with. */
export function sentenceOfError(code: string, locale: Locale): string | null {
  return OF_ERRORS.get(code)?.[LOCALES.indexOf(locale)] ?? null
}

/** Null for a detail that only programs meet. */
export function sentenceOfDetail(code: string, locale: Locale): string | null {
  return OF_DETAILS.get(code)?.[LOCALES.indexOf(locale)] ?? null
}
