import type { BundleReply, BundleRequest } from '../../cluster/bundle/types.js'
import { changesOf } from '../model/changes.js'
import { clockTime, span } from '../model/clock-text.js'
import { yamlLines } from '../model/yaml-lines.js'
import { CodeLines } from '../parts/code-lines.js'
import { Detail } from '../parts/detail.js'
import { ToldList } from './told-list.js'
import { ChangeLine } from '../then/change-line.js'
import type { ViewProps } from '../view-props.js'

type PanelProps = ViewProps & { readonly request: BundleRequest }

/** One request: its client, time, body and response, its changes, and the hooks that acted on it. */
export function RequestPanel({ session, go, request }: PanelProps) {
  const { sequence, method, path, body, reply, revisions, by } = request
  const { byRevision } = changesOf(session.bundle)
  const changes = revisions.flatMap((revision) => byRevision.get(revision) ?? [])
  const woken = by?.woken === undefined ? undefined : byRevision.get(by.woken)
  return (
    <Detail
      label={`Request ${sequence}`}
      about={`Request ${sequence}`}
      title={`${method} ${path}`}
      onClose={() => go({ request: 0 })}
    >
      <div class="panel">
        <Facts request={request} today={session.bundle.made} />
        {woken && (
          <p class="fact-line">
            because of <ChangeLine told={woken} go={go} named />
          </p>
        )}
        {changes.length > 0 && (
          <>
            <h3>Changes</h3>
            <ul class="change-lines">
              {changes.map((told) => (
                <li key={told.change.revision}>
                  <ChangeLine told={told} go={go} named bare />
                </li>
              ))}
            </ul>
          </>
        )}
        {request.watch !== undefined && <ToldList session={session} go={go} id={request.watch} />}
        {body !== undefined && <Body title="Body" value={body} />}
        {reply && <Reply reply={reply} objectAt={(revision) => byRevision.get(revision)?.change.object} />}
      </div>
    </Detail>
  )
}

function Facts({ request, today }: { readonly request: BundleRequest; readonly today: number }) {
  const { time, duration, userAgent, user, manager, via, by, hooks, code, reason, dryRun } = request
  const facts: readonly (readonly [name: string, text: string])[] = [
    ['Reply', [code, reason].filter(Boolean).join(' ') || (duration === undefined ? 'none yet' : 'none')],
    ['Time', `${clockTime(time, today)}${duration === undefined ? '' : `, took ${span(duration)}`}`],
    ['By', by ? `controller ${by.controller}` : userAgent],
    ['User', user],
    ['Manager', manager],
    [
      'Came',
      `${{ http: 'over HTTP', client: 'by a method of the cluster', controller: 'from a controller' }[via]}${dryRun ? ', as a dry run' : ''}`,
    ],
    ...hooks.map(({ phase, site }) => [`Hook ${phase}`, site] as const),
  ]
  return (
    <dl class="facts">
      {facts.map(([name, text]) =>
        text === '' ? null : (
          <div key={name + text}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

const Body = ({ title, value }: { readonly title: string; readonly value: unknown }) => (
  <>
    <h3>{title}</h3>
    <CodeLines label={title} lines={yamlLines(value)} />
  </>
)

function Reply(props: { readonly reply: BundleReply; readonly objectAt: (revision: number) => unknown }) {
  const { reply, objectAt } = props
  if (reply.type === 'status') return <Body title="Reply" value={reply.status} />
  if (reply.type === 'object') {
    const object = 'object' in reply ? reply.object : objectAt(reply.revision)
    return object === undefined ? null : <Body title="Reply" value={object} />
  }
  const { type: _, ...rest } = reply
  if (reply.type === 'cut') return <p class="fact-line bad">The connection was cut.</p>
  return Object.keys(rest).length > 0 ? <Body title={`Reply: a ${reply.type}`} value={rest} /> : null
}
