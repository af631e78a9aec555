/** Everything in the look that differs from gift to gift. */
import { brandColour, type GiftView } from '../../certificates/certificate.ts';
import type { CertificateDesign, DesignColours } from '../../certificates/templates/design.ts';
import type { ShownGift } from './shown-gift.ts';

const hex = /^#[\da-f]{6}$/i;

const colourStyles = new WeakMap<CertificateDesign, string>();

/** The colours of a design as custom properties. */
function colourStyle(design: CertificateDesign): string {
  const known = colourStyles.get(design);
  if (known !== undefined) return known;
  const { light, dark } = design.colours;
  const style = `:root{${properties(light)}}@media (prefers-color-scheme:dark){:root{${properties(dark)}}}`;
  colourStyles.set(design, style);
  return style;
}

/** The last style of each design: that of all its gifts, but for the ground of a picture that is not known yet. */
const lastStyles = new WeakMap<CertificateDesign, { title: string; ground: string | null; style: string }>();

export function designStyle({ view, picture }: ShownGift): string {
  const { design, productTitle: title } = view;
  const ground = picture?.ground ?? null;
  const last = lastStyles.get(design);
  if (last?.title === title && last.ground === ground) return last.style;
  const style = makeStyle(view, ground);
  lastStyles.set(design, { title, ground, style });
  return style;
}

function makeStyle(view: GiftView, pictureGround: string | null): string {
  const { banner } = view.design;
  const brand = brandColour(view.productTitle);
  const bannerGround = banner?.ground ?? brand.deep;
  const plain = `--banner:${bannerGround};--banner-light:${banner?.ground ?? brand.light};--banner-text:${banner?.text ?? '#ffffff'}`;
  const ground = pictureGround ?? bannerGround;
  return `${colourStyle(view.design)}:root{${safe(`${plain};--ground:${ground}`)}}`;
}

const properties = ({ accent, onAccent, paper }: DesignColours): string =>
  safe(`--accent:${accent};--on-accent:${onAccent};--paper:${paper}`);

/** Only colours get from a template into the stylesheet. */
function safe(declarations: string): string {
  return declarations
    .split(';')
    .filter((declaration) => hex.test(declaration.slice(declaration.indexOf(':') + 1)))
    .join(';');
}
