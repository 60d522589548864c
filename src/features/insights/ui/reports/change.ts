/** By how much a figure is above or below an earlier one, such as `+12 %`. */
export function changeOf(now: number, before: number): string {
  const percent = Math.round((now / before - 1) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`
}
