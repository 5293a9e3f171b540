import type { Maker } from "../../../../web-shared/src/phone-setup/steps.ts";
import { drawingTexts as t } from "./maker-drawing-texts.ts";

const width = 260;
const head = 52;
const row = 48;

/**
 * Draws the maker's settings with the correct position of each switch. The text beside the drawing
 * says the same.
 */
export function MakerDrawing({ maker }: { maker: Maker }) {
  const { title, switches } = t.drawings[maker];
  const height = head + (switches.length + 1) * row;
  return (
    <svg class="maker-drawing" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect class="screen" x="1" y="1" width={width - 2} height={height - 2} rx="18" />
      <text class="title" x="18" y="34">
        {title}
      </text>
      {switches.map(({ lines, isOn }, index) => (
        <g key={lines[0]} transform={`translate(0 ${head + index * row})`}>
          <rect class="marked" x="8" y="3" width={width - 16} height={row - 6} rx="10" />
          {lines.map((line, at) => (
            <text key={line} x="18" y={row / 2 + 5 + (at - (lines.length - 1) / 2) * 16}>
              {line}
            </text>
          ))}
          <rect
            class={isOn ? "lever on" : "lever"}
            x={width - 56}
            y={row / 2 - 10}
            width="38"
            height="20"
            rx="10"
          />
          <circle class="knob" cx={isOn ? width - 28 : width - 46} cy={row / 2} r="7" />
        </g>
      ))}
      <rect class="other" x="18" y={height - row + 12} width="130" height="10" rx="5" />
    </svg>
  );
}
