/** Members of webhooks and of work that fails. Name, de, fr, it; en where the name says it badly. */
export const PLATFORM_NAMES = `
attempt | Versuch | Tentative | Tentativo
attempted_at | Versucht am | Tenté le | Tentato il
bearer | Getragen von | À la charge de | A carico di | Borne by
delivered_at | Zugestellt am | Livré le | Consegnato il
delivered_event_number | Zugestellt bis Ereignis | Livré jusqu’à l’événement | Consegnato fino all’evento | Delivered up to event
duration_ms | Dauer in Millisekunden | Durée en millisecondes | Durata in millisecondi | Duration in milliseconds
failed | Fehlgeschlagen | Échoué | Fallito
failed_attempts | Fehlversuche | Tentatives échouées | Tentativi falliti
failing_since | Fehlerhaft seit | En échec depuis | In errore dal
hard | Endgültig | Définitif | Definitivo
last_error | Letzter Fehler | Dernière erreur | Ultimo errore
last_event_number | Letztes Ereignis | Dernier événement | Ultimo evento | Last event
last_status | Letzter Status | Dernier statut | Ultimo stato
next_attempt_at | Nächster Versuch | Prochaine tentative | Prossimo tentativo | Next attempt
off_at | Ausgeschaltet am | Désactivé le | Disattivato il | Switched off
off_reason | Grund der Abschaltung | Motif de la désactivation | Motivo della disattivazione | Why it was switched off
old_secret_until | Altes Geheimnis gültig bis | Ancien secret valable jusqu’au | Vecchio segreto valido fino al | Old secret valid until
webhook_id | Zustellung Nr. | N° de livraison | N. consegna | Delivery no.
`
