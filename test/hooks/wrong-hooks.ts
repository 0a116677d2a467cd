/** Hooks with a fault each: what it is, the hook, and what is said of it. */
export const wrongHooks: readonly (readonly [string, unknown, string])[] = [
  [
    'no hook',
    'Lease',
    'hooks.add: must be a map such as { before: { kind: Lease }, then: { status: Conflict } }, not "Lease"',
  ],
  [
    'no phase',
    { then: { cut: true } },
    'hooks.add: must have a phase: "before", "admit", "after", "watch" or "expect"',
  ],
  ['a misspelt phase', { befor: {}, then: { cut: true } }, 'hooks.add: befor: no such member; did you mean "before"?'],
  [
    'the phase as a member',
    { phase: 'before', match: {}, then: { cut: true } },
    'hooks.add: phase: a hook starts with its phase, and what it matches under it: "before: { verb: update, kind: Lease }"; match: a hook starts with its phase, and what it matches under it: "before: { verb: update, kind: Lease }"',
  ],
  [
    'two phases',
    { before: {}, after: {}, then: { cut: true } },
    'hooks.add: after: a hook has one phase, and this one has "before" already; write two',
  ],
  ['nothing to do', { before: {} }, 'hooks.add: must say with "then" what to do'],
  [
    'an empty action',
    { before: {}, then: {} },
    'hooks.add: then: says nothing to do; there is "status", "cut", "hang", "rewrite", "stale", "rival", "expire", "pass" or "delay"',
  ],
  [
    'two actions',
    { before: {}, then: { delay: 1, status: 503, cut: true } },
    'hooks.add: then.cut: cannot go together with "status"; choose one',
  ],
  [
    "another phase's action",
    { before: {}, then: { hold: '1s' } },
    'hooks.add: then.hold: a before hook cannot do that, only "watch" can; there is "status", "cut", "hang", "rewrite", "stale", "rival", "expire", "pass" or "delay"',
  ],
  [
    'an unknown action',
    { watch: {}, then: { explode: true } },
    'hooks.add: then.explode: no such member; there is "status", "hold", "drop", "repeat", "reorder", "lag", "slow", "cut", "expire", "end" or "pass"',
  ],
  [
    'a denied action',
    { before: {}, then: { cut: false } },
    'hooks.add: then.cut: must be true, not false; leave it out otherwise',
  ],
  [
    'no match',
    { before: null, then: { cut: true } },
    'hooks.add: before: must be a map, not nothing; {} matches everything',
  ],
  [
    'a member of another match',
    { before: { event: 'ADDED' }, then: { cut: true } },
    'hooks.add: before.event: only watch hooks are matched by event',
  ],
  [
    'a misspelt member',
    { before: { namespaces: 'default' }, then: { cut: true } },
    'hooks.add: before.namespaces: no such member; did you mean "namespace"?',
  ],
  [
    'a misspelt verb',
    { before: { verb: ['get', 'updat'] }, then: { cut: true } },
    'hooks.add: before.verb[1]: no such word as "updat"; did you mean "update"?',
  ],
  [
    'an odd verb',
    { before: { verb: 'post' }, then: { cut: true } },
    'hooks.add: before.verb: must be "create", "delete", "deletecollection", "get", "list", "patch", "update" or "watch", not "post"',
  ],
  [
    'an empty list',
    { before: { kind: [] }, then: { cut: true } },
    'hooks.add: before.kind: an empty list matches nothing; leave the member out to match everything',
  ],
  ['no text', { before: { name: 1 }, then: { cut: true } }, 'hooks.add: before.name: must be a text, not 1'],
  [
    'no times',
    { before: {}, times: 0, then: { cut: true } },
    'hooks.add: times: must be a whole number of at least 1, not 0',
  ],
  [
    'no duration',
    { before: {}, then: { delay: 'long' } },
    'hooks.add: then.delay: "long" is not a duration: give one such as "40s", "1m30s" or "200ms", or a number of milliseconds, and not a negative one',
  ],
  [
    'an unknown reason',
    { before: {}, then: { status: 'Conflct' } },
    'hooks.add: then.status: no reason known as "Conflct"; did you mean "Conflict"?',
  ],
  [
    "a reason of one's own",
    { before: {}, then: { status: { reason: 'Teatime' } } },
    'hooks.add: then.status.reason: no reason known as "Teatime"; one of your own needs a "code" beside it',
  ],
  [
    'a status of nothing',
    { before: {}, then: { status: { message: 'm' } } },
    'hooks.add: then.status: must say a "reason" or a "code"',
  ],
  [
    'an odd code',
    { before: {}, then: { status: 42 } },
    'hooks.add: then.status: must be a whole number from 100 to 599, not 42',
  ],
  [
    'a misspelt member of a status',
    { before: {}, then: { status: { code: 429, retryAfter: 5 } } },
    'hooks.add: then.status.retryAfter: no such member; there is "code", "reason", "message", "why", "retryAfterSeconds" or "details"',
  ],
  [
    'an empty rewrite',
    { before: {}, then: { rewrite: {} } },
    'hooks.add: then.rewrite: must change the "body" or the "options"',
  ],
  [
    'an odd option',
    { before: {}, then: { rewrite: { options: { dryRun: 'All' } } } },
    'hooks.add: then.rewrite.options.dryRun: must be true or false, not "All"',
  ],
  [
    'no turn',
    { before: {}, skip: 0, every: 1.5, then: { cut: true } },
    'hooks.add: skip: must be a whole number of at least 1, not 0; every: must be a whole number of at least 1, not 1.5',
  ],
  [
    'no chance',
    { before: {}, probability: 1.5, then: { cut: true } },
    'hooks.add: probability: must be a number above 0 and at most 1, not 1.5',
  ],
  ['a body of a watch', { watch: { body: {} }, then: { drop: true } }, 'hooks.add: watch.body: watches have no body'],
  [
    'a body that is none',
    { before: { body: 'x' }, then: { cut: true } },
    'hooks.add: before.body: must be a map, not "x"',
  ],
  [
    'labels that are no text',
    { before: { labels: { team: 1 } }, then: { cut: true } },
    'hooks.add: before.labels.team: must be a text, not 1',
  ],
  [
    'no labels',
    { before: { labels: 7 }, then: { cut: true } },
    'hooks.add: before.labels: must be a label selector such as "team=shop", or a map of labels, not 7',
  ],
  [
    'a read that is stale twice',
    { before: {}, then: { stale: { revisions: 1, at: '7' } } },
    'hooks.add: then.stale: must say one of "revisions" and "at"',
  ],
  [
    'a read that is not stale',
    { before: {}, then: { stale: {} } },
    'hooks.add: then.stale: must say one of "revisions" and "at"',
  ],
  [
    'no resourceVersion',
    { before: {}, then: { stale: { at: 'yesterday' } } },
    'hooks.add: then.stale.at: must be a resourceVersion, not "yesterday"',
  ],
  [
    'a rival that writes nothing',
    { before: {}, then: { rival: { manager: 'm' } } },
    'hooks.add: then.rival: must say with "patch" what the rival writes',
  ],
  [
    'a body neither malformed nor not',
    { after: {}, then: { malformed: false } },
    'hooks.add: then.malformed: must be true or a text, not false',
  ],
  [
    'half a byte',
    { after: {}, then: { truncate: 0.5 } },
    'hooks.add: then.truncate: must be true or a number of bytes, not 0.5',
  ],
  [
    'a hold without end or duration',
    { watch: {}, then: { hold: false } },
    'hooks.add: then.hold: must be true or a duration, not false',
  ],
  ['an odd cut', { watch: {}, then: { cut: 'half' } }, 'hooks.add: then.cut: must be true or "mid-line", not "half"'],
  ['no lag', { watch: {}, then: { lag: 0 } }, 'hooks.add: then.lag: must be a whole number of at least 1, not 0'],
]
