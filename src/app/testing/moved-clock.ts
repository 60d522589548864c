/**
 * Loaded before the program with `--import`, in tests only: its clock is the machine's, moved by `MOVED_BY_MS`. The
 * database keeps its own.
 */
const moved = Number(process.env['MOVED_BY_MS'] ?? 0)
const now = Date.now.bind(Date)

globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], made: typeof Date) =>
    Reflect.construct(target, args.length ? args : [now() + moved], made) as Date,
  get: (target, name, receiver) =>
    name === 'now' ? () => now() + moved : (Reflect.get(target, name, receiver) as unknown),
})
