// The programs of the graphics: land, bodies, faces of signs, glows of lamps, and the sky.

const LIGHTING = `
uniform vec3 u_eye, u_sun, u_fog, u_lampPlace, u_lampAhead;
uniform float u_ambient, u_direct, u_thick, u_lamp, u_wet, u_time;
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  vec4 h = fract(sin(vec4(dot(i, vec2(12.9898, 78.233)), dot(i + vec2(1, 0), vec2(12.9898, 78.233)), dot(i + vec2(0, 1), vec2(12.9898, 78.233)), dot(i + vec2(1, 1), vec2(12.9898, 78.233)))) * 43758.5453);
  return mix(mix(h.x, h.y, f.x), mix(h.z, h.w, f.x), f.y);
}
vec3 lit(vec3 colour, vec3 normal, vec3 place) {
  float sun = max(dot(normal, u_sun), 0.0);
  vec3 light = vec3(u_ambient) * (0.75 + 0.25 * normal.z) * vec3(0.92, 0.97, 1.08) + u_direct * sun * vec3(1.05, 1.0, 0.9);
  vec3 way = place - u_lampPlace;
  float away = length(way);
  float cone = smoothstep(0.86, 0.985, dot(way / max(away, 0.1), u_lampAhead));
  light += u_lamp * cone * vec3(1.0, 0.93, 0.78) * (2.4 / (1.0 + 0.0035 * away * away)) * (0.35 + 0.65 * max(dot(normal, -way / max(away, 0.1)), 0.25));
  return colour * light;
}
vec3 veiled(vec3 colour, vec3 place) {
  float away = distance(place, u_eye);
  return mix(u_fog, colour, exp(-pow(away * u_thick, 1.4)));
}`;

const SHADES = {
  land: [`#version 300 es
in vec3 a_place; in vec4 a_paint; in vec4 a_normal; uniform mat4 u_view; out vec3 v_place, v_normal; out vec3 v_colour; flat out int v_made;
void main() { v_place = a_place; v_normal = normalize(a_normal.xyz); v_colour = a_paint.rgb; v_made = int(a_paint.a * 255.0 + 0.5); gl_Position = u_view * vec4(a_place, 1.0); }`,
  `#version 300 es
precision highp float; in vec3 v_place, v_normal, v_colour; flat in int v_made; out vec4 o_colour;
${LIGHTING}
void main() {
  vec3 normal = normalize(v_normal); vec3 colour = pow(v_colour, vec3(2.2)); float away = distance(v_place, u_eye); float near = exp(-away / 45.0);
  if (v_made == 1) { colour *= 0.86 + 0.14 * noise(v_place.xy * 0.35) + near * 0.16 * (noise(v_place.xy * 9.0) - 0.5); colour *= 1.0 - 0.42 * u_wet; }
  else if (v_made == 2) colour *= 0.72 + 0.3 * noise(v_place.xy * 0.09) + 0.16 * noise(v_place.xy * 0.7) + near * 0.3 * (noise(v_place.xy * 5.0) - 0.5);
  else if (v_made == 5) colour *= 0.75 + 0.5 * noise(v_place.xz * 2.2 + v_place.y);
  else if (v_made == 4 && abs(normal.z) < 0.5) {
    float along = dot(v_place.xy, vec2(-normal.y, normal.x)); vec2 cell = vec2(along / 2.4, v_place.z / 2.9); vec2 at = fract(cell);
    float pane = step(0.3, at.x) * step(at.x, 0.72) * step(0.36, at.y) * step(at.y, 0.8);
    float shines = step(0.62, fract(sin(dot(floor(cell), vec2(12.9, 78.2))) * 437.5)) * (1.0 - clamp(u_ambient * 2.2, 0.0, 1.0));
    if (pane > 0.5) { o_colour = vec4(pow(veiled(mix(lit(vec3(0.05, 0.07, 0.09), normal, v_place), vec3(0.9, 0.62, 0.28), shines), v_place), vec3(1.0 / 2.2)), 1.0); return; }
  }
  vec3 seen = lit(colour, normal, v_place);
  if (v_made == 1 && u_wet > 0.0) { vec3 ray = normalize(v_place - u_eye); float glance = pow(1.0 - abs(ray.z), 6.0); seen = mix(seen, u_fog, 0.55 * u_wet * glance); }
  if (v_made == 3) seen += u_lamp * 0.02;
  o_colour = vec4(pow(veiled(seen, v_place), vec3(1.0 / 2.2)), 1.0);
}`],
  bodies: [`#version 300 es
in vec3 a_place; in vec3 a_normal; in float a_part; in vec4 i_pose; in vec4 i_size; in vec4 i_colour; uniform mat4 u_view;
out vec3 v_place, v_normal, v_colour; flat out int v_part; flat out int v_lamps;
void main() {
  float c = cos(i_pose.w), s = sin(i_pose.w); vec3 p = a_place * i_size.xyz; int part = int(a_part + 0.5);
  if (part == 8) p.x += sign(a_place.y) * sin(i_colour.w) * 0.3 * max(1.0 - a_place.z / 0.5, 0.0);
  if (part == 10) p.x -= sign(a_place.y) * sin(i_colour.w) * 0.26 * max((0.82 - a_place.z) / 0.4, 0.0);
  v_place = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z) + i_pose.xyz; vec3 n = normalize(a_normal / i_size.xyz);
  v_normal = vec3(n.x * c - n.y * s, n.x * s + n.y * c, n.z); v_colour = i_colour.rgb; v_part = part; v_lamps = int(i_size.w + 0.5);
  gl_Position = u_view * vec4(v_place, 1.0);
}`, `#version 300 es
precision highp float; in vec3 v_place, v_normal, v_colour; flat in int v_part; flat in int v_lamps; out vec4 o_colour;
${LIGHTING}
void main() {
  vec3 normal = normalize(v_normal), base = pow(v_colour, vec3(2.2)), glow = vec3(0.0);
  if (v_part == 1) base = vec3(0.03, 0.04, 0.05); else if (v_part == 2) base = vec3(0.02); else if (v_part == 7) base = vec3(0.55, 0.36, 0.26); else if (v_part == 8) base = vec3(0.05, 0.06, 0.1); else if (v_part == 9) base = vec3(0.6);
  if (v_part == 3) { base = vec3(0.7); if ((v_lamps & 8) != 0) glow = vec3(1.6, 1.5, 1.2); }
  if (v_part == 4) { base = vec3(0.25, 0.01, 0.01); if ((v_lamps & 8) != 0) glow = vec3(0.4, 0.01, 0.01); if ((v_lamps & 1) != 0) glow = vec3(1.6, 0.05, 0.03); }
  if (v_part == 5) { base = vec3(0.4, 0.16, 0.01); if ((v_lamps & 2) != 0) glow = vec3(1.7, 0.75, 0.02); }
  if (v_part == 6) { base = vec3(0.4, 0.16, 0.01); if ((v_lamps & 4) != 0) glow = vec3(1.7, 0.75, 0.02); }
  vec3 seen = lit(base, normal, v_place) + glow;
  if (v_part == 1 || v_part == 0) { vec3 ray = normalize(v_place - u_eye); float sheen = pow(1.0 - max(dot(-ray, normal), 0.0), 4.0); seen += (v_part == 1 ? 0.5 : 0.18) * sheen * u_fog; }
  o_colour = vec4(pow(veiled(seen, v_place), vec3(1.0 / 2.2)), 1.0);
}`],
  faces: [`#version 300 es
in vec3 a_place; in vec2 a_at; in vec3 a_normal; uniform mat4 u_view; out vec3 v_place, v_normal; out vec2 v_at;
void main() { v_place = a_place; v_at = a_at; v_normal = a_normal; gl_Position = u_view * vec4(a_place, 1.0); }`, `#version 300 es
precision highp float; in vec3 v_place, v_normal; in vec2 v_at; uniform sampler2D u_atlas; out vec4 o_colour;
${LIGHTING}
void main() {
  vec4 face = texture(u_atlas, v_at); if (face.a < 0.5) discard;
  bool isFront = dot(v_place - u_eye, v_normal) < 0.0;
  vec3 base = isFront ? pow(face.rgb, vec3(2.2)) : vec3(0.25);
  o_colour = vec4(pow(veiled(lit(base, isFront ? v_normal : -v_normal, v_place) + (isFront ? base * 0.12 : vec3(0.0)), v_place), vec3(1.0 / 2.2)), 1.0);
}`],
  glows: [`#version 300 es
in vec2 a_corner; in vec4 i_place; in vec4 i_shine; uniform mat4 u_view; uniform vec3 u_right, u_up; out vec2 v_at; out vec4 v_shine;
void main() { v_at = a_corner; v_shine = i_shine; gl_Position = u_view * vec4(i_place.xyz + i_place.w * (a_corner.x * u_right + a_corner.y * u_up), 1.0); }`, `#version 300 es
precision highp float; in vec2 v_at; in vec4 v_shine; out vec4 o_colour;
void main() { float away = length(v_at); float core = smoothstep(0.4, 0.34, away); float halo = v_shine.a * pow(max(1.0 - away, 0.0), 2.5); o_colour = vec4(v_shine.rgb * max(core, halo), 1.0); }`],
  sky: [`#version 300 es
in vec2 a_corner; uniform vec3 u_ahead, u_right, u_up; out vec3 v_ray;
void main() { v_ray = u_ahead + a_corner.x * u_right + a_corner.y * u_up; gl_Position = vec4(a_corner, 0.9999, 1.0); }`, `#version 300 es
precision highp float; in vec3 v_ray; uniform vec3 u_fog, u_zenith, u_sun; uniform float u_direct, u_cover; out vec4 o_colour;
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
float noise(vec2 p) { vec2 i = floor(p), f = fract(p); f = f * f * (3.0 - 2.0 * f); return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y); }
void main() { vec3 ray = normalize(v_ray); float high = clamp(ray.z * 1.6, 0.0, 1.0); vec3 sky = mix(u_fog, u_zenith, pow(high, 0.7));
  if (ray.z > 0.03) {
    vec2 at = ray.xy / (ray.z + 0.08) * 1.1; float cloud = 0.55 * noise(at) + 0.3 * noise(at * 2.3 + 7.0) + 0.15 * noise(at * 5.1 + 3.0);
    sky = mix(sky, u_fog * 1.25 + u_direct * 0.12, smoothstep(0.56 - 0.3 * u_cover, 0.84, cloud) * smoothstep(0.03, 0.22, ray.z) * 0.75);
  }
  sky += u_direct * vec3(1.0, 0.9, 0.7) * (pow(max(dot(ray, u_sun), 0.0), 900.0) * 3.0 + 0.12 * pow(max(dot(ray, u_sun), 0.0), 12.0)); o_colour = vec4(pow(sky, vec3(1.0 / 2.2)), 1.0); }`],
};

/** A program with the places of its uniforms; what does not compile is told with the browser's words. */
function shadeOf(gl, name) {
  const program = gl.createProgram();
  SHADES[name].forEach((source, k) => {
    const shader = gl.createShader(k ? gl.FRAGMENT_SHADER : gl.VERTEX_SHADER);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(`${name}: ${gl.getShaderInfoLog(shader)}`);
    gl.attachShader(program, shader);
  });
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`${name}: ${gl.getProgramInfoLog(program)}`);
  const places = {};
  for (let k = 0; k < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); k++) {
    const { name: uniform } = gl.getActiveUniform(program, k);
    places[uniform] = gl.getUniformLocation(program, uniform);
  }
  const attributes = {};
  for (let k = 0; k < gl.getProgramParameter(program, gl.ACTIVE_ATTRIBUTES); k++) {
    const { name: attribute } = gl.getActiveAttrib(program, k);
    attributes[attribute] = gl.getAttribLocation(program, attribute);
  }
  return { program, places, at: (attribute) => attributes[attribute] ?? -1 };
}
