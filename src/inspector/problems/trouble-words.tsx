import { type Subject, type TroubleLine, kindText } from '../model/trouble.js'

/** The reason and the words of a problem, and the object it is of, unless that is `of`. */
export function TroubleWords({ line, of }: { readonly line: TroubleLine; readonly of: Pick<Subject, 'kind' | 'key'> }) {
  const { tone, reason, words, subject, others, count } = line
  const isOther = subject.kind !== of.kind || subject.key !== of.key
  return (
    <span class={`trouble-words ${tone}`}>
      {tone === 'told' && 'Event '}
      <strong>{reason}</strong>
      {tone === 'told' && count > 1 && <span class="count"> ×{count}</span>}
      {isOther && (
        <span class="dim">
          {' '}
          {kindText(subject.kind)} {subject.key.slice(subject.key.indexOf('/') + 1)}
          {others > 0 && ` and ${others} more`}
        </span>
      )}{' '}
      <span class="words">{words}</span>
    </span>
  )
}
