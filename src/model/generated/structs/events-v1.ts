// Written by `npm run generate`; not to be changed by hand.

/** The structs of events.v1, a line each. */
export const eventsV1 = `
Event# metadata!:metadata eventTime!*:microTime series?:EventSeries reportingController reportingInstance action reason
 regarding!:core.v1.ObjectReference related?:core.v1.ObjectReference note type deprecatedSource!:core.v1.EventSource
 deprecatedFirstTimestamp!:time deprecatedLastTimestamp!:time deprecatedCount:int32
EventSeries count!*:int32 lastObservedTime!*:microTime
`
