/** The vehicles on cards, each with its own silhouette. Rails at y 60, x from 20 to 100. */

import type { ComponentChildren } from "preact";
import type { Vehicle } from "../model/types";

const TRAINS: Record<string, () => ComponentChildren> = {
  pink: Coach,
  red: Caboose,
  orange: Boxcar,
  yellow: HayWagon,
  green: LogWagon,
  blue: TankWagon,
  white: IceWagon,
  black: CoalHopper,
  locomotive: Locomotive,
};

/** With taxis as vehicle: other city transport, and the taxi as locomotive. */
const CITY: Record<string, () => ComponentChildren> = {
  pink: Tram,
  red: Bus,
  orange: Ferry,
  green: Tram,
  blue: Subway,
  black: Subway,
  locomotive: Cab,
};

export function CardArt({ token, vehicle }: { token: string; vehicle: Vehicle }) {
  const Picture = vehicle === "taxi" ? (CITY[token] ?? Bus) : (TRAINS[token] ?? Coach);
  return (
    <g class="rolling">
      <Picture />
    </g>
  );
}

function Wheels({ at, radius = 4.6 }: { at: number[]; radius?: number }) {
  return (
    <>
      {at.map((x) => (
        <g key={x}>
          <circle class="art-wheel" cx={x} cy={60 - radius} r={radius} />
          <circle class="art-hub" cx={x} cy={60 - radius} r={radius / 2.6} />
        </g>
      ))}
    </>
  );
}

const BOGIES = [29, 40, 80, 91];

function Underframe({ wheels = BOGIES }: { wheels?: number[] }) {
  return (
    <>
      <path class="art-iron" d="M16 51.5H104V54H16Z" />
      <Wheels at={wheels} />
    </>
  );
}

function Coach() {
  return (
    <>
      <Underframe />
      <path class="art-body" d="M20 30H100V52H20Z" />
      <path class="art-roof" d="M17 31Q18 23 27 23H93Q102 23 103 31Z" />
      <path class="art-roof" d="M34 23Q35 19 40 19H80Q85 19 86 23Z" />
      <path
        class="art-glass"
        d="M25 34h8v9h-8ZM37 34h8v9h-8ZM49 34h8v9h-8ZM61 34h8v9h-8ZM73 34h8v9h-8ZM85 34h8v9h-8Z"
      />
      <path class="art-trim" d="M20 47H100" />
    </>
  );
}

function Caboose() {
  return (
    <>
      <Underframe wheels={[33, 43, 77, 87]} />
      <path class="art-trim" d="M18 51V38M102 51V38M18 41H24M96 41H102" />
      <path class="art-body" d="M25 31H95V52H25Z" />
      <path class="art-roof" d="M20 32L23 27H97L100 32Z" />
      <path class="art-body" d="M48 27V18H72V27Z" />
      <path class="art-roof" d="M45 19L47 14.5H73L75 19Z" />
      <path class="art-glass" d="M51 20h7v5h-7ZM62 20h7v5h-7ZM33 36h9v8h-9ZM78 36h9v8h-9Z" />
      <path class="art-dark" d="M54 36H66V52H54Z" />
    </>
  );
}

function Boxcar() {
  return (
    <>
      <Underframe />
      <path class="art-body" d="M20 25H100V52H20Z" />
      <path class="art-roof" d="M18 26L24 21H96L102 26Z" />
      <path class="art-seam" d="M28 26V52M36 26V52M84 26V52M92 26V52" />
      <path class="art-light" d="M44 27H76V52H44Z" />
      <path class="art-trim" d="M44 27L76 52M76 27L44 52M44 27H76V52H44Z" />
    </>
  );
}

function HayWagon() {
  return (
    <>
      <Underframe />
      <path class="art-light" d="M21 42Q20 30 32 28Q38 18 50 22Q60 14 71 21Q84 18 89 28Q100 30 99 42Z" />
      <path class="art-seam" d="M31 38L38 27M44 39L49 26M57 38L62 22M70 39L75 25M84 38L88 30" />
      <path class="art-body" d="M18 39H102V52H18Z" />
      <path class="art-trim" d="M18 43.3H102M18 47.6H102M32 39V52M46 39V52M60 39V52M74 39V52M88 39V52" />
    </>
  );
}

function LogWagon() {
  const logs: [number, number][] = [
    [32, 45],
    [46, 45],
    [60, 45],
    [74, 45],
    [88, 45],
    [39, 33.5],
    [53, 33.5],
    [67, 33.5],
    [81, 33.5],
    [46, 22],
    [60, 22],
    [74, 22],
  ];
  return (
    <>
      <Underframe />
      {logs.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <circle class="art-log" cx={x} cy={y} r="6.4" />
          <circle class="art-year" cx={x} cy={y} r="3" />
        </g>
      ))}
      <path class="art-body" d="M18 49H102V53H18ZM20 27h4v24h-4ZM96 27h4v24h-4Z" />
    </>
  );
}

function TankWagon() {
  return (
    <>
      <Underframe />
      <path class="art-iron" d="M28 47h8v6h-8ZM84 47h8v6h-8Z" />
      <path class="art-body" d="M30 24H90Q101 24 101 36.5T90 49H30Q19 49 19 36.5T30 24Z" />
      <path class="art-light" d="M30 27.5H90Q95 27.5 96.5 31H23.5Q25 27.5 30 27.5Z" />
      <path class="art-roof" d="M51 24V18Q51 16 53 16H67Q69 16 69 18V24Z" />
      <path class="art-trim" d="M36 24V49M84 24V49M46 24V16" />
    </>
  );
}

function IceWagon() {
  return (
    <>
      <Underframe />
      <path class="art-body" d="M20 27H100V52H20Z" />
      <path class="art-roof" d="M18 28Q24 20 34 20H86Q96 20 102 28Z" />
      <path class="art-dark" d="M28 20v-4h10v4ZM82 20v-4h10v4Z" />
      <path class="art-seam" d="M20 33H100M20 39H100M20 45H100" />
      <path class="art-light" d="M48 29H72V52H48Z" />
      <path class="art-trim" d="M48 29H72V52H48ZM60 29V52M55 40h3M62 40h3" />
    </>
  );
}

function CoalHopper() {
  return (
    <>
      <Underframe />
      <path class="art-coal" d="M24 31Q30 22 38 25Q44 17 53 21Q61 15 69 21Q78 17 84 25Q92 23 96 31Z" />
      <path class="art-body" d="M19 30H101L93 52H27Z" />
      <path class="art-trim" d="M19 30H101M36 31L41 52M50 31L52 52M70 31L68 52M84 31L79 52" />
      <path class="art-iron" d="M44 52H56L53 57H47ZM64 52H76L73 57H67Z" />
    </>
  );
}

function Locomotive() {
  return (
    <>
      <path class="art-smoke" d="M83 14q-4-7 4-9q5-5 11-1q8-1 8 5q0 5-7 5q-5 4-10 1q-4 2-6-1Z" />
      <path class="art-iron" d="M14 50H100L110 59.5H97L92 55H14Z" />
      <path class="art-gold" d="M80 29L78 17H91L89 29Z" />
      <path class="art-body" d="M60 30Q60 22 66 22T72 30Z" />
      <path class="art-body" d="M46 29H96Q103 29 103 39T96 50H46Z" />
      <path class="art-gold" d="M56 29h3v21h-3ZM74 29h3v21h-3ZM98 30h3v19h-3Z" />
      <path class="art-body" d="M18 26H48V52H18Z" />
      <path class="art-roof" d="M13 27Q14 20 20 20H47Q53 20 54 27Z" />
      <path class="art-glass" d="M24 30h7v9h-7ZM35 30h7v9h-7Z" />
      <path class="art-gold" d="M18 44H48V46.5H18ZM103 33h5v7h-5Z" />
      <Wheels at={[27, 45, 63]} radius={8} />
      <Wheels at={[81, 93]} radius={5} />
      <path class="art-rod" d="M27 52.5H78" />
    </>
  );
}

function Bus() {
  return (
    <>
      <path class="art-body" d="M17 26Q17 19 24 19H94Q103 19 104 28L106 44V53Q106 55 104 55H19Q17 55 17 53Z" />
      <path
        class="art-glass"
        d="M22 25h12v12h-12ZM37 25h12v12h-12ZM52 25h12v12h-12ZM67 25h12v12h-12ZM84 25H95Q98 25 98.5 28L100 40H84Z"
      />
      <path class="art-trim" d="M17 43H106M17 47H106" />
      <path class="art-light" d="M100 47h6v5h-6Z" />
      <Wheels at={[35, 86]} radius={7} />
    </>
  );
}

function Tram() {
  return (
    <>
      <path class="art-trim" d="M5 9H115M60 21L52 9M60 21L66 9" />
      <path class="art-body" d="M20 30Q20 24 27 24H93Q100 24 100 30V51Q100 54 97 54H23Q20 54 20 51Z" />
      <path class="art-roof" d="M28 24Q30 20 36 20H84Q90 20 92 24Z" />
      <path class="art-glass" d="M25 29h9v11h-9ZM37 29h9v11h-9ZM74 29h9v11h-9ZM86 29h9v11h-9Z" />
      <path class="art-light" d="M50 29H70V54H50Z" />
      <path class="art-trim" d="M60 29V54M20 45H50M70 45H100" />
      <Wheels at={[35, 85]} radius={5} />
    </>
  );
}

function Subway() {
  return (
    <>
      <Underframe />
      <path class="art-body" d="M14 26Q14 22 18 22H102Q106 22 106 26V50Q106 53 103 53H17Q14 53 14 50Z" />
      <path class="art-light" d="M14 40H106V44H14Z" />
      <path class="art-glass" d="M20 27h11v10h-11ZM47 27h11v10h-11ZM62 27h11v10h-11ZM89 27h11v10h-11Z" />
      <path class="art-light" d="M34 26h10v27h-10ZM76 26h10v27h-10Z" />
      <path class="art-trim" d="M39 26V53M81 26V53M34 26h10v27h-10ZM76 26h10v27h-10Z" />
    </>
  );
}

function Ferry() {
  return (
    <>
      <path class="art-water" d="M5 54H115V66Q115 71 110 71H10Q5 71 5 66Z" />
      <path class="art-iron" d="M74 12h9v12h-9Z" />
      <path class="art-light" d="M34 24H92V34H34Z" />
      <path class="art-light" d="M24 34H100V45H24Z" />
      <path
        class="art-glass"
        d="M39 26.5h7v5h-7ZM50 26.5h7v5h-7ZM61 26.5h7v5h-7ZM30 37h7v5h-7ZM42 37h7v5h-7ZM54 37h7v5h-7ZM66 37h7v5h-7ZM78 37h7v5h-7Z"
      />
      <path class="art-body" d="M10 44H112L103 60H20Z" />
      <path class="art-trim" d="M13 49H109" />
      <path class="art-wave" d="M8 60q5-4 10 0t10 0t10 0t10 0t10 0t10 0t10 0t10 0t10 0t10 0" />
    </>
  );
}

function Cab() {
  return (
    <>
      <path class="art-gold" d="M50 16H70V24H50Z" />
      <path class="art-taxi" d="M34 40L43 27Q45 24 49 24H71Q75 24 78 27L88 40Z" />
      <path class="art-glass" d="M41 39L47 30Q48 28 50 28H59V39ZM62 28H70Q73 28 75 30L82 39H62Z" />
      <path class="art-taxi" d="M14 46Q14 39 21 39H94Q106 40 107 48V54Q107 56 104 56H17Q14 56 14 54Z" />
      <path class="art-check" d="M16 47H105" />
      <Wheels at={[33, 88]} radius={7.5} />
    </>
  );
}
