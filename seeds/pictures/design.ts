/** A brand's picture: vector art on a canvas of 1360 by 620 units, drawn in three sizes by draw.ts. */
export interface Design {
  /** Part of the picture's file names. */
  slug: string;
  /** Content of an `<svg viewBox="0 0 1360 620">`. Details too fine for the small size have the class `fine`. */
  art: string;
}

export const canvas = { width: 1360, height: 620 } as const;

/** Numbers from 0 to n - 1, for repeating a shape. */
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Draws a shape once for each number and joins the pieces. */
export const repeat = (count: number, shape: (index: number) => string): string =>
  range(count).map(shape).join('');

/** A point on a circle; 0° points up and angles run clockwise. Rounded, so that the art stays the same everywhere. */
export function onCircle(cx: number, cy: number, radius: number, degrees: number): [number, number] {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [round(cx + radius * Math.cos(angle)), round(cy + radius * Math.sin(angle))];
}

export const round = (value: number): number => Math.round(value * 100) / 100;

export const circle = (cx: number, cy: number, radius: number, attributes: string): string =>
  `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(radius)}" ${attributes}/>`;

export const rectangle = (x: number, y: number, width: number, height: number, attributes: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${attributes}/>`;

export const path = (d: string, attributes: string): string => `<path d="${d}" ${attributes}/>`;

export const polygon = (points: readonly (readonly [number, number])[], attributes: string): string =>
  `<polygon points="${points.map(([x, y]) => `${x},${y}`).join(' ')}" ${attributes}/>`;

export const background = (fill: string): string =>
  rectangle(0, 0, canvas.width, canvas.height, `fill="${fill}"`);

export interface Lettering {
  x: number;
  y: number;
  size: number;
  font: string;
  weight?: number;
  fill: string;
  anchor?: 'start' | 'middle' | 'end';
  /** Letter spacing in units of the canvas. */
  tracking?: number;
  fine?: boolean;
  italic?: boolean;
}

export function lettering(text: string, how: Lettering): string {
  const { x, y, size, font, weight = 400, fill, anchor = 'start', tracking = 0 } = how;
  const style = how.italic === true ? ' font-style="italic"' : '';
  const fine = how.fine === true ? ' class="fine"' : '';
  return (
    `<text${fine} x="${x}" y="${y}" font-family="${font}" font-weight="${weight}"${style} font-size="${size}" ` +
    `fill="${fill}" text-anchor="${anchor}" letter-spacing="${tracking}">${text}</text>`
  );
}
