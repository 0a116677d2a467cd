/** Hooks with one fault each: a name for the fault, the hook, and the error message. */
export const wrongHooks: readonly (readonly [string, unknown, string])[] = [
  [
    'a string for a hook',
    'Lease',
    'hooks.add: must be a map such as { before: { kind: Lease }, then: { status: Conflict } }, not "Lease"',
  ],
  [
    'a hook without a phase',
    { then: { cut: true } },
    'hooks.add: must have a phase: "before", "admit", "after", "watch", "webhook" or "expect"',
  ],
  ['a misspelt phase', { befor: {}, then: { cut: true } }, 'hooks.add: befor: no such member; did you mean "before"?'],
  [
    'the phase as a field of its own',
    { phase: 'before', match: {}, then: { cut: true } },
    'hooks.add: phase: a hook starts with its phase, and what it matches under it: "before: { verb: update, kind: Lease }"; match: a hook starts with its phase, and what it matches under it: "before: { verb: update, kind: Lease }"',
  ],
  [
    'two phases',
    { before: {}, after: {}, then: { cut: true } },
    'hooks.add: after: a hook has one phase, and this one has "before" already; write two',
  ],
  ['a hook without an action', { before: {} }, 'hooks.add: must say with "then" what to do'],
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
    'an action of another phase',
    { before: {}, then: { hold: '1s' } },
    'hooks.add: then.hold: a before hook cannot do that, only "watch" can; there is "status", "cut", "hang", "rewrite", "stale", "rival", "expire", "pass" or "delay"',
  ],
  [
    'an unknown action',
    { watch: {}, then: { explode: true } },
    'hooks.add: then.explode: no such member; there is "status", "hold", "drop", "repeat", "reorder", "lag", "slow", "cut", "expire", "end" or "pass"',
  ],
  [
    'an action with the value false',
    { before: {}, then: { cut: false } },
    'hooks.add: then.cut: must be true, not false; leave it out otherwise',
  ],
  [
    'null for a match',
    { before: null, then: { cut: true } },
    'hooks.add: before: must be a map, not nothing; {} matches everything',
  ],
  [
    'a match field of another phase',
    { before: { event: 'ADDED' }, then: { cut: true } },
    'hooks.add: before.event: only watch hooks are matched by event',
  ],
  [
    'a misspelt match field',
    { before: { namespaces: 'default' }, then: { cut: true } },
    'hooks.add: before.namespaces: no such member; did you mean "namespace"?',
  ],
  [
    'a misspelt verb',
    { before: { verb: ['get', 'updat'] }, then: { cut: true } },
    'hooks.add: before.verb[1]: no such word as "updat"; did you mean "update"?',
  ],
  [
    'an HTTP method for a verb',
    { before: { verb: 'post' }, then: { cut: true } },
    'hooks.add: before.verb: must be "create", "delete", "deletecollection", "get", "list", "patch", "update" or "watch", not "post"',
  ],
  [
    'an empty list',
    { before: { kind: [] }, then: { cut: true } },
    'hooks.add: before.kind: an empty list matches nothing; leave the member out to match everything',
  ],
  [
    'a number for a name',
    { before: { name: 1 }, then: { cut: true } },
    'hooks.add: before.name: must be a text, not 1',
  ],
  [
    'times of 0',
    { before: {}, times: 0, then: { cut: true } },
    'hooks.add: times: must be a whole number of at least 1, not 0',
  ],
  [
    'a malformed duration',
    { before: {}, then: { delay: 'long' } },
    'hooks.add: then.delay: "long" is not a duration: give one such as "40s", "1m30s" or "200ms", or a number of milliseconds, and not a negative one',
  ],
  [
    'an unknown reason',
    { before: {}, then: { status: 'Conflct' } },
    'hooks.add: then.status: no reason known as "Conflct"; did you mean "Conflict"?',
  ],
  [
    'a custom reason without a code',
    { before: {}, then: { status: { reason: 'Teatime' } } },
    'hooks.add: then.status.reason: no reason known as "Teatime"; one of your own needs a "code" beside it',
  ],
  [
    'a status without reason and code',
    { before: {}, then: { status: { message: 'm' } } },
    'hooks.add: then.status: must say a "reason" or a "code"',
  ],
  [
    'a code out of range',
    { before: {}, then: { status: 42 } },
    'hooks.add: then.status: must be a whole number from 100 to 599, not 42',
  ],
  [
    'a misspelt field of a status',
    { before: {}, then: { status: { code: 429, retryAfter: 5 } } },
    'hooks.add: then.status.retryAfter: no such member; there is "code", "reason", "message", "why", "retryAfterSeconds" or "details"',
  ],
  [
    'an empty rewrite',
    { before: {}, then: { rewrite: {} } },
    'hooks.add: then.rewrite: must change the "body" or the "options"',
  ],
  [
    'a rewritten option of the wrong type',
    { before: {}, then: { rewrite: { options: { dryRun: 'All' } } } },
    'hooks.add: then.rewrite.options.dryRun: must be true or false, not "All"',
  ],
  [
    'wrong numbers for skip and every',
    { before: {}, skip: 0, every: 1.5, then: { cut: true } },
    'hooks.add: skip: must be a whole number of at least 1, not 0; every: must be a whole number of at least 1, not 1.5',
  ],
  [
    'a probability above 1',
    { before: {}, probability: 1.5, then: { cut: true } },
    'hooks.add: probability: must be a number above 0 and at most 1, not 1.5',
  ],
  [
    'a body in a watch match',
    { watch: { body: {} }, then: { drop: true } },
    'hooks.add: watch.body: watches have no body',
  ],
  [
    'a body that is not a map',
    { before: { body: 'x' }, then: { cut: true } },
    'hooks.add: before.body: must be a map, not "x"',
  ],
  [
    'a label value that is not a string',
    { before: { labels: { team: 1 } }, then: { cut: true } },
    'hooks.add: before.labels.team: must be a text, not 1',
  ],
  [
    'a number for labels',
    { before: { labels: 7 }, then: { cut: true } },
    'hooks.add: before.labels: must be a label selector such as "team=shop", or a map of labels, not 7',
  ],
  [
    'stale with both revisions and at',
    { before: {}, then: { stale: { revisions: 1, at: '7' } } },
    'hooks.add: then.stale: must say one of "revisions" and "at"',
  ],
  [
    'stale with neither revisions nor at',
    { before: {}, then: { stale: {} } },
    'hooks.add: then.stale: must say one of "revisions" and "at"',
  ],
  [
    'a malformed resourceVersion',
    { before: {}, then: { stale: { at: 'yesterday' } } },
    'hooks.add: then.stale.at: must be a resourceVersion, not "yesterday"',
  ],
  [
    'a rival that writes nothing',
    { before: {}, then: { rival: { manager: 'm' } } },
    'hooks.add: then.rival: must say with "patch" what the rival writes',
  ],
  [
    'malformed with the value false',
    { after: {}, then: { malformed: false } },
    'hooks.add: then.malformed: must be true or a text, not false',
  ],
  [
    'truncate with a fraction of a byte',
    { after: {}, then: { truncate: 0.5 } },
    'hooks.add: then.truncate: must be true or a number of bytes, not 0.5',
  ],
  [
    'hold with the value false',
    { watch: {}, then: { hold: false } },
    'hooks.add: then.hold: must be true or a duration, not false',
  ],
  [
    'an unknown cut',
    { watch: {}, then: { cut: 'half' } },
    'hooks.add: then.cut: must be true or "mid-line", not "half"',
  ],
  ['a lag of 0', { watch: {}, then: { lag: 0 } }, 'hooks.add: then.lag: must be a whole number of at least 1, not 0'],
]
