import type { Outcome } from './use-action.js'

/** The outcome of an action, also announced by screen readers: success, or the server's error. */
export const OutcomeLine = ({ outcome }: { readonly outcome: Outcome }) => (
  <div class="outcome" aria-live="polite">
    {outcome.type === 'done' && <p class="done">{outcome.text}</p>}
    {outcome.type === 'refused' && (
      <>
        <p class="bad">{outcome.answer.message}</p>
        {outcome.answer.causes.length > 0 && (
          <ul class="causes">
            {outcome.answer.causes.map(({ field, message }) => (
              <li key={field + message} class="bad">
                {field !== '' && <code>{field}</code>} {message}
              </li>
            ))}
          </ul>
        )}
      </>
    )}
  </div>
)
