import { encode } from 'uqr'

/** The quiet zone around a QR code, in modules (ISO/IEC 18004 §6.3.8). */
const QUIET = 4

/** A text as a QR code, dark on light in every theme, because QR readers expect it. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('')
  const whole = size + 2 * QUIET
  return (
    <svg
      viewBox={`0 0 ${whole} ${whole}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
