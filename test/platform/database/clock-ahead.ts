/** Preloaded into a program: makes its machine's clock run ahead by TEST_CLOCK_AHEAD_MS. */
const aheadMs = Number(process.env['TEST_CLOCK_AHEAD_MS']);
const TrueDate = Date;

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, given: unknown[]): Date =>
    Reflect.construct(target, given.length === 0 ? [TrueDate.now() + aheadMs] : given) as Date,
  get: (target, name, receiver): unknown =>
    name === 'now' ? () => TrueDate.now() + aheadMs : Reflect.get(target, name, receiver),
});
