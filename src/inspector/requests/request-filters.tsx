import { useMemo } from 'preact/hooks'
import { type Choice, choicesOf } from '../model/request-filter.js'
import { counted } from '../model/rows.js'
import type { ViewProps } from '../view-props.js'

const LABELS: { readonly [choice in Choice]: { readonly label: string; readonly all: string } } = {
  client: { label: 'Client', all: 'All clients' },
  verb: { label: 'Verb', all: 'All verbs' },
  asked: { label: 'Kind', all: 'All kinds' },
  status: { label: 'Status', all: 'All replies' },
}
const CHOICES = Object.keys(LABELS) as readonly Choice[] // those of the object above

/** The filters of requests, and the number of matches. */
export function RequestFilters({ session, where, go, found }: ViewProps & { readonly found: number }) {
  const { requests } = session.bundle
  const { controllers } = where
  const choices = useMemo(
    () => CHOICES.map((choice) => ({ choice, values: choicesOf(requests, choice, { controllers }) })),
    [requests, controllers],
  )
  return (
    <div class="filters" role="search">
      <input
        type="search"
        aria-label="Text of requests"
        placeholder="Filter: client, path, code, hook"
        value={where.requests}
        onInput={(event) => go({ requests: event.currentTarget.value }, { replace: true })}
      />
      {choices.map(({ choice, values }) => (
        <select
          key={choice}
          aria-label={LABELS[choice].label}
          value={where[choice]}
          onChange={(event) => go({ [choice]: event.currentTarget.value }, { replace: true })}
        >
          <option value="">{LABELS[choice].all}</option>
          {withChosen(values, where[choice]).map((value) => (
            <option key={value} value={value}>
              {value === 'none' ? 'no reply' : value}
            </option>
          ))}
        </select>
      ))}
      <label class="option">
        <input
          type="checkbox"
          checked={controllers !== ''}
          onChange={(event) => go({ controllers: event.currentTarget.checked ? 'shown' : '' }, { replace: true })}
        />{' '}
        Controllers
      </label>
      <span class="tally" role="status">
        {counted(found, 'request', requests.length)}
      </span>
    </div>
  )
}

/** A chosen value stays a choice, also if no request has it any more. */
const withChosen = (values: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || values.includes(chosen) ? values : [chosen, ...values]
