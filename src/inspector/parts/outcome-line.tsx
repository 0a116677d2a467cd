import type { Outcome } from './use-action.js'

/** What came of something, for eyes and for screen readers: done, or refused in the server's words. */
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
