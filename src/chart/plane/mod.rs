//! A measure over two swept parameters: surface, heat map, map of winners, and tables of improvements.

pub mod cell_map;
pub mod heat_map;
pub mod improvement;
pub mod improvement_map;
pub mod map_frame;
pub mod plane_figure;
pub mod surface;
pub mod surface_data;
pub mod surface_draw;
pub mod surface_figure;
pub mod surface_layout;
pub mod surface_projection;
pub mod surround;
pub mod winner_map;
pub mod winners;
